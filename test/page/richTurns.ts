import type { PartState, TurnDocuments } from "../../src/core/conversation/protocol.ts";
import type { Call } from "../../src/core/query/call.ts";
import { said, turn } from "./conversationPage.ts";

const usage = [{ model: "gpt-5", promptTokens: 1200, completionTokens: 340, totalTokens: 1540, cost: 0.0123 }] as const;

const markdownAnswer = `Here is **what I found** in [the guide](https://docs.example.com/refunds) and ~~the old one~~:

1. Refunds take *three* days.
2. The order is \`INV-2093\`.

| Item | Price |
| --- | ---: |
| Lamp | 12.00 |
| Desk | 140.50 |

> Please keep the receipt.

\`\`\`python
def refund(order: Order, amount: float = 0.5) -> bool:
    """Pays back."""
    # never more than was paid
    return order.paid >= amount and api.post("/refunds", amount) is not None
\`\`\`

- [x] checked
- [ ] paid

![A receipt](https://images.example.com/receipt.png)`;

const agent: TurnDocuments = {
  inputs: {
    model: "gpt-5",
    temperature: 0.2,
    messages: [
      { role: "system", content: "You are a helpful assistant of a furniture shop." },
      { role: "user", content: "Hello" },
      { role: "assistant", content: "Hello. How can I help?" },
      {
        role: "user",
        content: [
          { type: "text", text: "Where is my refund for INV-2093?\nI sent the lamp back *two weeks* ago." },
          { type: "image_url", image_url: { url: "https://images.example.com/lamp.png" } },
        ],
      },
      {
        role: "assistant",
        content: null,
        tool_calls: [
          {
            id: "call_1",
            type: "function",
            function: { name: "find_order", arguments: '{"order":"INV-2093","include":["items","payments"]}' },
          },
          {
            id: "call_2",
            type: "function",
            function: { name: "find_customer", arguments: '{"email":"a@example.com"}' },
          },
        ],
      },
      { role: "tool", tool_call_id: "call_1", content: '{"order":"INV-2093","items":[{"name":"Lamp","price":12}]}' },
      { role: "tool", tool_call_id: "call_2", content: "no such customer" },
    ],
  },
  output: {
    id: "chatcmpl-1",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: markdownAnswer } }],
    usage: { prompt_tokens: 1200, completion_tokens: 340 },
  },
};

const thinker: TurnDocuments = {
  inputs: { question: "كم يستغرق الاسترداد؟ 三日かかりますか。" },
  output: {
    role: "assistant",
    content: [
      { type: "thinking", thinking: "The customer asks in two languages.", signature: "…" },
      { type: "text", text: "يستغرق ثلاثة أيام.\n\n三日かかります。👩‍👩‍👧" },
    ],
  },
};

const traceback = `Traceback (most recent call last):
  File "/srv/app/agent.py", line 88, in lookup_order
    return orders[order_id]
           ~~~~~~^^^^^^^^^^
KeyError: 'INV-9999'`;

/** Turns of many kinds, with their documents. */
export const richTurns: readonly { readonly call: Call; readonly documents: PartState<TurnDocuments> }[] = [
  { call: turn(1, { usage: [...usage] }), documents: { kind: "shown", value: agent } },
  { call: turn(2, { status: "descendant_error" }), documents: { kind: "shown", value: thinker } },
  {
    call: turn(3, { status: "error", exception: traceback }),
    documents: {
      kind: "shown",
      value: { inputs: { customer: { id: 7, tags: ["new", "de"] }, order: "INV-9999" }, output: null },
    },
  },
  { call: turn(4), documents: { kind: "large", bytes: 20_000_000 } },
  {
    call: turn(5),
    documents: {
      kind: "failed",
      notice: { text: "The service did not answer in time.", actions: [{ title: "Retry", action: "retry" }] },
    },
  },
  { call: turn(6, { status: "running", endedAt: null }), documents: said("Are you there?", "") },
];

/** The calls of the first turn: the turn itself, a plan, two model calls and a failed tool call. */
export const richCalls: readonly Call[] = nested(turn(1, { usage: [...usage] }));

function nested(root: Call): readonly Call[] {
  const call = (
    id: string,
    parentId: string,
    op: string,
    from: number,
    to: number,
    changes: Partial<Call> = {},
  ): Call => ({
    ...root,
    ...{ id, parentId, op, usage: [], startedAt: root.startedAt + from, endedAt: root.startedAt + to },
    ...changes,
  });
  return [
    root,
    call("plan", root.id, "weave:///northwind/support-assistant/op/plan:2", 0, 450),
    call("plan-model", "plan", "openai.chat.completions.create", 30, 420, { usage: [...usage] }),
    call("find", root.id, "find_order", 450, 750, { status: "error", exception: traceback }),
    call("answer", root.id, "openai.chat.completions.create", 750, 1500, { displayName: "answer with gpt-5" }),
  ];
}
