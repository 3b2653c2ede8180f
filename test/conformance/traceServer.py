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
from fastapi import Depends, FastAPI
from fastapi.responses import JSONResponse, StreamingResponse
from fastapi.security import HTTPBasic
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
route("/v2/call/start", interface.CallStartV2Req, "call_start_v2")
route("/v2/calls/complete", interface.CallsUpsertCompleteReq, "calls_complete")
route("/calls/delete", interface.CallsDeleteReq, "calls_delete")
route("/obj/create", interface.ObjCreateReq, "obj_create")


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
