"""A program with Weave's client: ops in threads, a failure, a generator, published values, an evaluation, feedback, work
in threads and in a loop, and a conversation of an agent if the client has those. Its argument is the project."""

import asyncio
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import weave

begun = time.perf_counter()
client = weave.init(sys.argv[1])
print(f"weave.init: {1000 * (time.perf_counter() - begun):.0f} ms")


@weave.op
def look_up(order: str) -> str:
    return f"{order} has been shipped."


@weave.op
def answer(question: str) -> dict:
    return {"messages": [{"role": "assistant", "content": look_up(question)}]}


@weave.op
def fails(question: str) -> str:
    raise ValueError(f"no order in {question}")


@weave.op
def words(text: str):
    for word in text.split():
        yield word


@weave.op
async def later(number: int) -> int:
    await asyncio.sleep(0)
    return number + 1


with weave.thread("support-1"):
    answer("81-4420")
    answer("81-4421")
with weave.thread("support-2"):
    try:
        fails("nothing")
    except ValueError:
        pass
assert list(words("one two three")) == ["one", "two", "three"]


async def at_once():
    with weave.thread("at-once"):
        await asyncio.gather(*(later(number) for number in range(5)))


asyncio.run(at_once())
with ThreadPoolExecutor(max_workers=3) as pool:
    list(pool.map(look_up, ["a", "b", "c"]))

_, called = answer.call("81-4422")
called.feedback.add_reaction("👍")
ref = weave.publish({"text": "Be kind."}, name="prompt")
assert ref.get()["text"] == "Be kind."


@weave.op
def is_short(output: str) -> dict:
    return {"short": len(output) < 40}


evaluation = weave.Evaluation(name="short", dataset=[{"order": "1"}, {"order": "2"}], scorers=[is_short])
asyncio.run(evaluation.evaluate(look_up))

if hasattr(weave, "start_conversation"):
    with weave.start_conversation(conversation_id="conv-1", conversation_name="A talk") as conversation:
        with conversation.start_turn(user_message="Where is 81-4420?", model="gpt-5", agent_name="helper"):
            pass

client.finish()
try:
    from opentelemetry import trace

    getattr(trace.get_tracer_provider(), "force_flush", lambda *_: None)()
except ImportError:
    pass
print(called.ui_url)
