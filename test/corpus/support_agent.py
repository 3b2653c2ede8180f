"""The support assistant.

Example, which is text and no code:

    @weave.op
    def documented(question): ...
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Callable

import weave
from openai import AsyncOpenAI
from weave import op as traced

logger = logging.getLogger(__name__)
client = AsyncOpenAI()

PROMPT = '''
@weave.op
def in_a_prompt(text):
    return "Answer as a support agent."
'''
BRACKETS = "([{ @weave.op() def in_a_string():"

# @weave.op
# def commented_out(): ...


def drop_secrets(inputs: dict[str, Any], *, keys: tuple[str, ...] = ("token",)) -> dict[str, Any]:
    return {name: value for name, value in inputs.items() if name not in keys}


@dataclass
class Ticket:
    id: str
    text: str = "#1 @weave.op"
    tags: list[str] = field(default_factory=list)


@weave.op
async def answer_customer(messages: list[dict[str, str]], *, model: str = "gpt-4o") -> str:
    response = await client.chat.completions.create(model=model, messages=messages)
    text = f"{response.choices[0].message.content!r} {{ @weave.op }}"
    return text.strip("'")


@traced()
def triage_ticket(ticket: Ticket) -> str:
    @weave.op
    def look_up_price(item: str) -> float:
        return {"plan": 12.5}.get(item, 0.0)

    return "billing" if look_up_price(ticket.text) > 0 else "other"


@weave.op(
    name="lookup_order",
    postprocess_inputs=partial(drop_secrets, keys=("token", "card")),
    call_display_name=lambda call: f"Order {call.inputs['order']}",  # name="not_this"
)
def find_order(
    order: str,
    *,
    retries: int = 3,
    on_retry: Callable[[int], None] = lambda attempt: logger.info("retry %d", attempt),
) -> dict[str, Any]:
    return {"id": order, "retries": retries}


def retried(times: int):
    def wrap(function):
        return function

    return wrap


class Assistant(weave.Model):
    """Holds a class in a class."""

    class Tools:
        class Billing:
            @retried(times=2)
            @weave.op(name='cancel_subscription')
            async def cancel(self, customer: str) -> bool:
                await asyncio.sleep(0)
                return True

            def not_traced(self): ...

        @staticmethod
        @weave.op(
            call_display_name=(
                "Quote " "(name='no')"
            ),
        )
        def shipping_quote(
            country: str,
        ) -> float:
            return 4.9

    @weave.op()
    def predict(self, question: str) -> str:
        return question

    @weave.op
    @classmethod
    def echo(cls, text: str) -> str:
        return text


@weave.op(name="POST /v1/feedback")
def feedback(body: dict) -> None:
    """Bare: calls of this one have no published op."""


if __name__ == "__main__":
    weave.init("northwind/support-assistant")
    asyncio.run(answer_customer([{"role": "user", "content": "Where is my order?"}]))
