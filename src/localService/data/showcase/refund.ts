import { chatMessages } from "../documentShapes.ts";
import { pythonException } from "../workload.ts";
import type { ShowcaseCall } from "./showcaseCall.ts";
import { conversationTurns } from "./showcaseThread.ts";

const tooSlow = pythonException("PaymentGatewayTimeout", "no answer from payments.northwind.example within 8 s", [
  ["support/agent.py", 141, "answer_customer", "result = tool(**arguments)"],
  ["support/tools/refunds.py", 57, "issue_refund", "receipt = gateway.refund(charge_id, amount)"],
  ["support/tools/gateway.py", 23, "refund", "raise PaymentGatewayTimeout(host, seconds)"],
]);

const tooMany = pythonException("RateLimitError", "Error code: 429 - rate limit reached for requests per minute", [
  ["support/agent.py", 118, "answer_customer", "reply = await self.model.complete(messages)"],
  ["support/model.py", 64, "complete", "raise RateLimitError(response)"],
]);

const invoice = {
  invoice: "INV-2093",
  total: 49,
  currency: "EUR",
  charges: [
    { id: "ch_7Qa1", amount: 49, at: "2026-11-03T09:14:07Z", card: "•••• 4412" },
    { id: "ch_7Qa2", amount: 49, at: "2026-11-03T09:14:09Z", card: "•••• 4412" },
  ],
};

/** A refund with tools: one fails and is retried, one turn fails, and the last turn is running. */
export function refundTurns(model: string): readonly ShowcaseCall[] {
  return conversationTurns({
    op: "answer_customer",
    shape: chatMessages,
    system:
      "You are the assistant of Northwind, a shop for kitchen goods. Look invoices up before you speak about them. You may refund up to 100 EUR by yourself.",
    model: "gpt-5-mini",
    others: { model },
    turns: [
      {
        user: "Hi, I was charged twice for the same invoice (INV-2093). Can I have one of them back?",
        tools: [
          ["search_help_center", { query: "charged twice", top_k: 2 }, [{ title: "Duplicate charges", score: 0.94 }]],
          ["lookup_invoice", { invoice: "INV-2093" }, invoice],
        ],
        assistant:
          "I'm sorry about that. I can see both charges for **INV-2093**:\n\n| Charge | Time (UTC) | Amount | Card |\n|---|---|---:|---|\n| `ch_7Qa1` | 3 Nov, 09:14:07 | 49.00 EUR | •••• 4412 |\n| `ch_7Qa2` | 3 Nov, 09:14:09 | 49.00 EUR | •••• 4412 |\n\nThey are two seconds apart, so the second one is a duplicate. Shall I refund it?",
      },
      {
        user: "Yes please!",
        tools: [
          ["issue_refund", { charge: "ch_7Qa2", amount: 49, currency: "EUR" }, null, { failure: tooSlow, seconds: 8 }],
          [
            "issue_refund",
            { charge: "ch_7Qa2", amount: 49, currency: "EUR", idempotency_key: "INV-2093-2" },
            { refund: "re_19c", state: "pending" },
          ],
        ],
        assistant:
          "Done. Our payment service needed a second attempt, but only **one refund of 49.00 EUR** was made (`re_19c`). It takes three to five working days.",
        pause: 41,
      },
      {
        user: "Will it go to the same card? I cancelled it last week.",
        assistant:
          "Yes, it goes back to the card that was charged, and your bank forwards it to your account. If it has not arrived after **ten days**:\n\n1. Write to us here and mention `re_19c`.\n2. We ask the bank for a trace.\n3. If they cannot forward it, we send it by bank transfer.\n\nMore about this: [Refunds to closed cards](https://help.northwind.example/refunds/closed-cards).",
        pause: 63,
      },
      {
        user: "ok. And could you check that my October invoice is right as well?",
        tools: [["list_invoices", { customer: 553201, month: "2026-10" }, { invoices: ["INV-1988"] }]],
        assistant: "",
        failure: tooMany,
        pause: 25,
      },
      {
        user: "Hello? Are you still there?",
        tools: [
          [
            "lookup_invoice",
            { invoice: "INV-1988" },
            {
              invoice: "INV-1988",
              total: 112.4,
              currency: "EUR",
              charges: [{ id: "ch_6Zz9", amount: 112.4, at: "2026-10-08T18:20:51Z", card: "•••• 4412" }],
            },
          ],
        ],
        assistant:
          "I am, sorry for the silence. Your October invoice **INV-1988** is right: one charge of 112.40 EUR on 8 October for:\n\n- 1 × Burr grinder GR-210 (99.90 EUR)\n- 1 × Cleaning brush (5.60 EUR)\n- Shipping (6.90 EUR)\n\nThey add up: `99.90 + 5.60 + 6.90 = 112.40`.",
        pause: 90,
      },
      {
        user: "Perfect 👍 Can I get a receipt for the refund?",
        tools: [["create_receipt", { refund: "re_19c", format: "pdf" }, null, { seconds: 4 }]],
        assistant: "",
        running: true,
        pause: 35,
      },
    ],
  });
}
