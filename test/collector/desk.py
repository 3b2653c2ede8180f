"""Answers customers of a shop."""

import weave

client = weave.init("acme/desk")


@weave.op
def find_order(order: str) -> dict:
    if order == "81-4422":
        raise TimeoutError("the order service did not answer")
    return {"order": order, "state": "shipped"}


@weave.op
def answer(messages: list[dict], order: str) -> dict:
    state = find_order(order)["state"]
    text = f"Your order {order} has been {state}."
    return {"role": "assistant", "content": text}


for order, question in {
    "81-4420": "Where is my order 81-4420?",
    "81-4421": "Has 81-4421 left the warehouse?",
    "81-4422": "Please cancel 81-4422.",
}.items():
    with weave.thread(f"desk/{order}"):
        try:
            answer([{"role": "user", "content": question}], order)
        except TimeoutError as error:
            print(f"{order}: {error}")
client.finish(use_progress_bar=False)
