import { pythonException } from "./pythonException.ts";
import { answerRecord } from "./shapes/answerRecord.ts";
import { chatMessages } from "./shapes/chatMessages.ts";
import { openaiResponses } from "./shapes/openaiResponses.ts";
import { supportTopics } from "./supportTopics.ts";
import type { Workload } from "./workload.ts";

/** A customer support assistant of a shop. */
export const supportWorkload: Workload = {
  system:
    "You are the assistant of Northwind, a shop for kitchen goods. Answer in the customer's language, look things up before you promise them, and never ask for card numbers.",
  turnOps: [
    { name: "answer_customer", shape: chatMessages, receives: "model" },
    { name: "answer_customer_stream", shape: openaiResponses, receives: "self" },
    { name: "triage_ticket", shape: answerRecord, receives: "model" },
  ],
  rootOp: "handle_webhook",
  retrievalOp: "search_help_center",
  jobOps: ["summarize_day", "embed_articles", "POST /v1/feedback", "Evaluation.evaluate"],
  models: ["gpt-5-mini", "claude-sonnet-4-5", "gpt-5"],
  modelObject: {
    name: "SupportModel",
    versions: [
      { name: "support", temperature: 0.7, prompt: "You help the customers of Northwind." },
      { name: "support", temperature: 0.3, prompt: "You help the customers of Northwind. Be brief." },
      {
        name: "support-tools",
        temperature: 0.2,
        prompt: "You help the customers of Northwind. Look orders up before you answer.",
      },
    ],
  },
  topics: supportTopics,
  failures: [
    pythonException("RateLimitError", "Error code: 429 - rate limit reached for requests per minute", [
      {
        file: "support/agent.py",
        line: 118,
        function: "answer_customer",
        text: "reply = await self.model.complete(messages)",
      },
      { file: "support/model.py", line: 64, function: "complete", text: "raise RateLimitError(response)" },
    ]),
    "TimeoutError: the order service did not answer within 10 s",
    pythonException("KeyError", "'order_id'", [
      {
        file: "support/tools/orders.py",
        line: 31,
        function: "lookup_order",
        text: 'return orders[arguments["order_id"]]',
      },
    ]),
    'Traceback (most recent call last):\n  File "tools.py", line 88, in lookup_order\n    return orders[order_id]\nLookupError: no such order',
  ],
};
