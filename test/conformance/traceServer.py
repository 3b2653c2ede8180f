"""The trace server of the installed `weave` package behind HTTP, on loopback.

The package holds the server class but no HTTP application: each route here reads a request with the package's own
model, passes it to the server through the package's own adapter for IDs, and reports errors with its own table.
ClickHouse runs inside this process (chdb), in the folder given as the only argument. Prints one line of JSON,
{"url", "version"}, when it listens, and ends with its standard input.
"""

import base64
import json
import os
import socket
import sys
import threading
import traceback
import types
import zlib

folder = sys.argv[1]


def end_with_input():
    while sys.stdin.buffer.read(4096):
        pass
    os._exit(0)


threading.Thread(target=end_with_input, daemon=True).start()

os.environ |= {
    "DD_TRACE_ENABLED": "false",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # otherwise it requests the map from the network
    "PROJECT_VERSION_MODE": "auto",  # each project is read from the table that holds its calls
    "WANDB_API_KEY": "x" * 40,
    "WANDB_ERROR_REPORTING": "false",
    "WF_CLICKHOUSE_HOST": "127.0.0.1",
}

# The only module missing from the package. It selects providers for completions, which are not used here.
providers = types.ModuleType("weave.trace_server.model_providers.model_providers")
providers.VERTEX_PROVIDER_NAMES = frozenset()
providers.LLMModelProviderInfo = dict
providers.read_model_to_provider_info_map = dict
sys.modules["weave.trace_server.model_providers"] = types.ModuleType("weave.trace_server.model_providers")
sys.modules[providers.__name__] = providers

import clickhouse_connect
import sqlparse.engine.grouping
import uvicorn
import weave
from fastapi import Depends, FastAPI, Form, Request, UploadFile
from fastapi.responses import JSONResponse, Response, StreamingResponse
from fastapi.security import HTTPBasic
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from weave.trace_server import clickhouse_trace_server_batched as batched
from weave.trace_server import trace_server_interface as interface
from weave.trace_server.errors import handle_server_exception
from weave.trace_server.external_to_internal_trace_server_adapter import ExternalTraceServer, IdConverter


class Ids(IdConverter):
    """Internal IDs in the format of the deployed service, on which its query for costs relies."""

    def __init__(self):
        self.names = {}

    def internal(self, kind, name):
        made = base64.b64encode(f"{kind}InternalId:{zlib.crc32(name.encode())}".encode()).decode()
        self.names[made] = name
        return made

    def ext_to_int_project_id(self, project_id):
        return self.internal("Project", project_id)

    def ext_to_int_run_id(self, run_id):
        project_id, run = run_id.rsplit("/", 1)
        return f"{self.internal('Project', project_id)}:{run}"

    def ext_to_int_user_id(self, user_id):
        return self.internal("User", user_id)

    def int_to_ext_project_id(self, project_id):
        return self.names.get(project_id)

    def int_to_ext_run_id(self, run_id):
        project_id, run = run_id.split(":", 1)
        return f"{self.names[project_id]}/{run}"

    def int_to_ext_user_id(self, user_id):
        return self.names[user_id]


get_client = clickhouse_connect.get_client


def engine(**_):
    """A client of the embedded engine. The engine ends with its last client."""
    return get_client(interface="chdb", path=folder, database="default")


def clickhouse_server():
    """The server class on the embedded engine, with its own migrations."""
    clickhouse_connect.get_client = batched.clickhouse_connect.get_client = engine
    sqlparse.engine.grouping.MAX_GROUPING_TOKENS = None  # one migration exceeds the default
    server = batched.ClickHouseTraceServer(host="127.0.0.1", database="weave_trace")
    server._run_migrations()
    return server


agents = interface.agent_types
first_client = engine()
server = ExternalTraceServer(clickhouse_server(), Ids())
one_at_a_time = threading.Lock()  # the embedded engine has one session
app = FastAPI(dependencies=[Depends(HTTPBasic())], strict_content_type=False)  # older clients send no type


def answered(request):
    """Calls the server, and converts its errors like the service's own handler."""
    try:
        with one_at_a_time:
            return request()
    except Exception as error:
        answer = handle_server_exception(error)
        if answer.status_code >= 500:
            traceback.print_exception(error, file=sys.stderr)
        return JSONResponse(answer.message, answer.status_code)


def route(path, model, method):
    def answer(body: model):
        return answered(lambda: getattr(server, method)(body))

    app.post(path)(answer)


def stream(path, model, method):
    def answer(body: model):
        # Complete, so that an error in the stream sets the status.
        rows = answered(lambda: [row.model_dump_json() + "\n" for row in getattr(server, method)(body)])
        return StreamingResponse(iter(rows), media_type="application/jsonl") if isinstance(rows, list) else rows

    app.post(path)(answer)


route("/calls/query_stats", interface.CallsQueryStatsReq, "calls_query_stats")
stream("/calls/stream_query", interface.CallsQueryReq, "calls_query_stream")
stream("/threads/stream_query", interface.ThreadsQueryReq, "threads_query_stream")
route("/call/upsert_batch", interface.CallCreateBatchReq, "call_start_batch")
route("/calls/delete", interface.CallsDeleteReq, "calls_delete")
route("/obj/create", interface.ObjCreateReq, "obj_create")
route("/obj/read", interface.ObjReadReq, "obj_read")
route("/table/create", interface.TableCreateReq, "table_create")
for path in ("/v2", "/v2/{entity}/{project}"):
    route(f"{path}/call/start", interface.CallStartV2Req, "call_start_v2")
    route(f"{path}/call/end", interface.CallEndV2Req, "call_end_v2")
    route(f"{path}/calls/complete", interface.CallsUpsertCompleteReq, "calls_complete")


@app.get("/server_info")
def server_info():
    return {"min_required_weave_python_version": "0.0.0"}


route("/feedback/query", interface.FeedbackQueryReq, "feedback_query")
route("/feedback/purge", interface.FeedbackPurgeReq, "feedback_purge")


@app.post("/feedback/create")
def feedback_create(body: interface.FeedbackCreateReq):
    # The service knows the user by the key.
    return answered(lambda: server.feedback_create(body.model_copy(update={"wb_user_id": "me"})))


@app.post("/file/create")
@app.post("/files/create")
def file_create(project_id: str = Form(), file: UploadFile = None):
    sent = interface.FileCreateReq(project_id=project_id, name=file.filename, content=file.file.read())
    return answered(lambda: server.file_create(sent))


@app.post("/agents/otel/v1/traces")
async def otel(request: Request):
    """The exporter of the client."""
    export = ExportTraceServiceRequest.FromString(await request.body())
    exported(request.headers["project_id"], export.resource_spans)
    return Response(media_type="application/x-protobuf")


def exported(project_id, resources):
    entity, project = project_id.split("/")
    processed = [
        interface.ProcessedResourceSpans(entity=entity, project=project, run_id=None, resource_spans=one)
        for one in resources
    ]
    sent = agents.GenAIOTelExportReq(processed_spans=processed, project_id=project_id, wb_user_id="me")
    return answered(lambda: {"rejected": server.genai_otel_export(sent).rejected_spans})


for path, model, method in [
    ("/agents/spans/query", agents.AgentSpansQueryReq, "agent_spans_query"),
    ("/agents/spans/custom-attrs/schema", agents.AgentCustomAttrsSchemaReq, "agent_custom_attrs_schema"),
    ("/agents/conversations/chat", agents.AgentConversationChatReq, "agent_conversation_chat"),
    ("/agents/traces/chat", agents.AgentTraceChatReq, "agent_traces_chat"),
    ("/agents/search", agents.AgentSearchReq, "agent_search"),
]:
    route(path, model, method)

# How programs name the fields of a span; the others are attributes of their own.
CONVENTIONS = {
    "operation_name": "gen_ai.operation.name",
    "provider_name": "gen_ai.provider.name",
    "agent_name": "gen_ai.agent.name",
    "agent_version": "gen_ai.agent.version",
    "conversation_id": "gen_ai.conversation.id",
    "conversation_name": "gen_ai.conversation.name",
    "request_model": "gen_ai.request.model",
    "tool_name": "gen_ai.tool.name",
    "tool_call_id": "gen_ai.tool.call.id",
    "tool_call_arguments": "gen_ai.tool.call.arguments",
    "tool_call_result": "gen_ai.tool.call.result",
    "error_type": "error.type",
    "input_tokens": "gen_ai.usage.input_tokens",
    "output_tokens": "gen_ai.usage.output_tokens",
    "reasoning_tokens": "weave.usage.reasoning_tokens",
    "cache_read_input_tokens": "gen_ai.usage.cache_read.input_tokens",
    "cache_creation_input_tokens": "gen_ai.usage.cache_creation.input_tokens",
    "compaction_summary": "weave.compaction.summary",
    "compaction_items_before": "weave.compaction.items_before",
    "compaction_items_after": "weave.compaction.items_after",
}


def said(messages):
    """Messages as the conventions write them, with parts."""
    return [{"role": message["role"], "parts": json.loads(message["content"])} for message in messages]


def answered_with(one):
    """The output of a span: its reasoning is a part."""
    thought = {"type": "reasoning", "content": one["reasoning_content"]}
    thoughts = [{"role": "assistant", "parts": [thought]}] if one["reasoning_content"] else []
    return thoughts + said(one["output_messages"])


def flattened(attributes, prefix=""):
    """Attributes by their dotted names."""
    for name, value in attributes.items():
        if isinstance(value, dict):
            yield from flattened(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


@app.post("/spans")
async def spans(request: Request):
    """Sends spans, in the form of the sample service, through the server's own OTLP ingest."""
    body = await request.json()
    resource = ExportTraceServiceRequest().resource_spans.add()
    scope = resource.scope_spans.add()
    for one in body["spans"]:
        span = scope.spans.add(
            trace_id=bytes.fromhex(one["trace_id"]),
            span_id=bytes.fromhex(one["span_id"]),
            parent_span_id=bytes.fromhex(one["parent_span_id"]),
            name=one["span_name"],
            start_time_unix_nano=int(one["started_at"]) * 1_000_000,
            end_time_unix_nano=int(one["ended_at"]) * 1_000_000,
            kind=1,
        )
        span.status.code = {"UNSET": 0, "OK": 1, "ERROR": 2}[one["status_code"]]
        span.status.message = one["status_message"]
        attributes = {name: one[field] for field, name in CONVENTIONS.items() if one[field]}
        messages = {"input": said(one["input_messages"]), "output": answered_with(one)}
        attributes |= {f"gen_ai.{side}.messages": json.dumps(some) for side, some in messages.items() if some}
        for name, value in (attributes | one["custom_attrs_string"]).items():
            entry = span.attributes.add(key=name)
            if isinstance(value, int):
                entry.value.int_value = value
            else:
                entry.value.string_value = value
        for event in one["events"]:
            sent = span.events.add(name=event["name"], time_unix_nano=int(event["time"]) * 1_000_000)
            for name, value in flattened(event["attributes"]):
                # The data has truth values only.
                sent.attributes.add(key=name).value.bool_value = value
    return exported(body["project_id"], [resource])


@app.post("/merge_parts")
def merge_parts():
    """Merges the parts of calls, as the engine does later by itself. Until then, trace storage excludes call ends."""
    with one_at_a_time:
        for table in ("calls_merged", "calls_merged_stats"):
            first_client.command(f"OPTIMIZE TABLE weave_trace.{table} FINAL")
    return {}


listening = socket.socket(proto=socket.IPPROTO_TCP)  # an explicit protocol makes asyncio send without delay
listening.bind(("127.0.0.1", 0))
listening.listen()
print(json.dumps({"url": f"http://127.0.0.1:{listening.getsockname()[1]}", "version": weave.__version__}), flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listening])
