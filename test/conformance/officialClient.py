"""Calls of the installed `weave` client to a service, by their names in `officialClient.ts`.

The arguments are the service URL and a project; the key is in WANDB_API_KEY. Prints a line of JSON for each call,
{"name", "answer"}, or {"name", "error"} if the client fails.
"""

import json
import os
import sys

os.environ |= {"WANDB_ERROR_REPORTING": "false", "WEAVE_RETRY_MAX_ATTEMPTS": "1"}

from weave.trace.weave_client import WeaveClient
from weave.trace_server_bindings.remote_http_trace_server import RemoteHTTPTraceServer

try:
    from weave.trace_server.trace_server_interface import ThreadsQueryReq
except ImportError:
    ThreadsQueryReq = dict  # newer clients accept dictionaries

url, project = sys.argv[1:]
server = RemoteHTTPTraceServer(url)
server.set_auth(("api", os.environ["WANDB_API_KEY"]))
client = WeaveClient(*project.split("/"), server, ensure_project_exists=False)

overlap = {"thread_ids": ["overlap"]}
separated = {"thread_ids": ["sep\u2028inside"]}
gpt = {"$expr": {"$eq": [{"$getField": "inputs.model"}, {"$literal": "gpt-5"}]}}
turns = {"$expr": {"$eq": [{"$getField": "id"}, {"$getField": "turn_id"}]}}
latest = [{"field": "started_at", "direction": "desc"}, {"field": "id", "direction": "asc"}]
through = {"$expr": {"$eq": [{"$getField": "inputs.prompt.name"}, {"$literal": "alpha"}]}}


def stats(**request):
    return server.calls_query_stats({"project_id": project, **request})


def threads(**request):
    return [thread.thread_id for thread in server.threads_query_stream(ThreadsQueryReq(project_id=project, **request))]


def ids(calls):
    return [call.id for call in calls]


def sorted_ids(calls):
    return sorted(ids(calls))


def first_turn():
    return next(iter(client.get_calls(filter=overlap, query=turns, sort_by=[{"field": "started_at", "direction": "asc"}])))


calls = {
    "calls_query_stats": lambda: stats().count,
    "calls_query_stats, filter": lambda: stats(filter=overlap).count,
    "calls_query_stats, query": lambda: stats(query=gpt).count,
    "calls_query_stats, limit": lambda: stats(limit=5).count,
    "calls_query_stats, storage": lambda: stats(
        filter={"trace_roots_only": True}, include_total_storage_size=True
    ).total_storage_size_bytes,
    "calls_query": lambda: len(server.calls_query({"project_id": project, "filter": overlap}).calls),
    "calls_query_stream": lambda: sorted_ids(server.calls_query_stream({"project_id": project, "filter": overlap})),
    "threads_query_stream": lambda: len(threads()),
    "threads_query_stream, filter and order": lambda: threads(
        filter={"thread_ids": ["overlap", "tie-a", "tie-b"]}, sort_by=[{"field": "thread_id", "direction": "desc"}]
    ),
    "threads_query_stream, page": lambda: threads(limit=3, offset=1, sort_by=[{"field": "thread_id", "direction": "desc"}]),
    "get_calls": lambda: len(list(client.get_calls())),
    "get_calls, length": lambda: len(client.get_calls(filter=overlap)),
    "get_calls, filter": lambda: sorted_ids(client.get_calls(filter=overlap)),
    "get_calls, query": lambda: len(list(client.get_calls(query=gpt))),
    "get_calls, order and page": lambda: ids(client.get_calls(sort_by=latest, limit=5, offset=3)),
    "get_calls, slice": lambda: ids(client.get_calls(sort_by=latest)[2:6]),
    "get_calls, columns": lambda: [call.inputs["model"] for call in client.get_calls(query=turns, filter=overlap, columns=["inputs"], sort_by=latest)],
    "get_calls, costs": lambda: first_turn_with(include_costs=True).summary["weave"]["status"],
    "get_calls, feedback": lambda: list(first_turn_with(include_feedback=True).summary["weave"]["feedback"]),
    "get_calls, storage": lambda: first_turn_with(include_storage_size=True).storage_size_bytes,
    "get_calls, storage of the trace": lambda: first_turn_with(include_total_storage_size=True).total_storage_size_bytes,
    "get_calls, through a ref": lambda: len(list(client.get_calls(query=through, expand_columns=["inputs.prompt"], columns=["id"]))),
    "get_calls, thread id with U+2028": lambda: len(list(client.get_calls(filter=separated))),
    "get_call": lambda: client.get_call(first_turn().id).summary["weave"]["status"],
    "get_call, costs": lambda: client.get_call(first_turn().id, include_costs=True).id == first_turn().id,
    "get_calls, trace": lambda: sorted_ids(client.get_calls(filter={"trace_ids": [first_turn().trace_id]})),
    "a project that is not there": lambda: refusal("no-such-entity/no-such-project"),
}


def first_turn_with(**flags):
    return next(iter(client.get_calls(filter={"call_ids": [first_turn().id]}, **flags)))


def refusal(elsewhere):
    """The client's error for a rejected stream."""
    try:
        return len(list(server.calls_query_stream({"project_id": elsewhere})))
    except Exception as error:
        return "Project not found" if "Project not found" in str(error) else repr(error)


for name, call in calls.items():
    try:
        line = {"name": name, "answer": call()}
    except Exception as error:
        line = {"name": name, "error": f"{type(error).__name__}: {error}".splitlines()[0][:300]}
    print(json.dumps(line), flush=True)

os._exit(0)  # does not wait for the client's threads, which have nothing left to send
