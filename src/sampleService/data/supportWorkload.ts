import { answerRecord } from "./shapes/answerRecord.ts";
import { chatMessages } from "./shapes/chatMessages.ts";
import { openaiResponses } from "./shapes/openaiResponses.ts";
import type { Topic, Workload } from "./topic.ts";

const topics: readonly [Topic, ...Topic[]] = [
  {
    exchanges: [
      {
        user: "Where is my order? It was supposed to arrive on Tuesday.",
        assistant:
          "I found it: order 81-4420 left our warehouse on Monday and is with the carrier. It should reach you tomorrow before noon.",
      },
      {
        user: "Can you leave it with my neighbour at number 12?",
        assistant: "Done. The driver has a note to leave the parcel at number 12 if nobody answers your door.",
      },
      {
        user: "perfect, thanks!!",
        assistant: "You're welcome! You will get a message as soon as it has been handed over.",
      },
    ],
    documents: ["Delivery times by region", "Changing the delivery address"],
    tool: {
      name: "lookup_order",
      inputs: { order_id: "81-4420" },
      output: { status: "in_transit", carrier: "DHL", eta_days: 1 },
    },
  },
  {
    exchanges: [
      {
        user: "I was charged twice for the same invoice (INV-2093).",
        assistant:
          "I'm sorry about that. I can see two charges of 49.00 EUR on the 3rd. The second one has been marked for a refund, which takes three to five working days.",
      },
      {
        user: "Will the refund go to the same card? I cancelled it last week.",
        assistant:
          "It goes back to the card that was charged; your bank forwards it to your account. If it has not arrived after ten days, tell me and we send it by bank transfer.",
      },
    ],
    documents: ["Duplicate charges", "Refunds to closed cards"],
    tool: {
      name: "refund_status",
      inputs: { invoice: "INV-2093" },
      output: { refunds: [{ amount: 49, currency: "EUR", state: "pending" }] },
    },
  },
  {
    exchanges: [
      {
        user: "Ich komme nicht mehr in mein Konto, die E-Mail zum Zurücksetzen kommt nicht an.",
        assistant:
          "Die Adresse, die bei uns steht, endet auf „@web.de“. Ist das noch Ihre? Sonst ändere ich sie, sobald Sie mir die Kundennummer nennen.",
      },
      {
        user: "Kundennummer 553201, bitte auf meine neue Adresse ändern.",
        assistant: "Geändert. Die E-Mail zum Zurücksetzen ist unterwegs; der Link gilt 30 Minuten.",
      },
    ],
    documents: ["Passwort zurücksetzen", "E-Mail-Adresse ändern"],
    tool: { name: "update_account", inputs: { customer: 553201, field: "email" }, output: { ok: true } },
  },
  {
    exchanges: [
      {
        user: "The grinder makes a loud noise and smells of burning 😟 is it safe to use?",
        assistant:
          "Please unplug it and don't use it again. A burning smell means that the motor is overheating. Your grinder is under warranty until March, so I've started a replacement.",
      },
      {
        user: "Do I have to send the old one back?",
        assistant: "Yes, but at no cost: the label is in your mailbox, and any parcel shop takes it.",
      },
    ],
    documents: ["Safety notices", "Warranty and replacements", "Returns"],
    tool: {
      name: "create_ticket",
      inputs: { kind: "replacement", sku: "GR-210" },
      output: { ticket: 77120, label_sent: true },
    },
  },
  {
    exchanges: [
      {
        user: "¿Hacen envíos a las Islas Canarias? ¿Cuánto tarda?",
        assistant:
          "Sí. El envío a Canarias tarda entre 7 y 10 días laborables y cuesta 12,90 €. Los impuestos de importación se pagan a la entrega.",
      },
    ],
    documents: ["Envíos a Canarias, Ceuta y Melilla"],
    tool: {
      name: "shipping_quote",
      inputs: { region: "ES-CN", weight_kg: 2.4 },
      output: { price: 12.9, days: [7, 10] },
    },
  },
  {
    exchanges: [
      {
        user: "領収書の宛名を会社名に変更できますか？",
        assistant: "はい、変更できます。新しい宛名をお知らせいただければ、PDFを再発行してお送りします。",
      },
      {
        user: "「株式会社みどり」でお願いします。",
        assistant: "再発行しました。ご登録のメールアドレスをご確認ください。",
      },
    ],
    documents: ["領収書の再発行"],
    tool: {
      name: "reissue_receipt",
      inputs: { order_id: "80-1177", name: "株式会社みどり" },
      output: { ok: true, pages: 1 },
    },
  },
  {
    exchanges: [
      {
        user: "هل يمكنني إلغاء اشتراكي واسترداد المبلغ؟",
        assistant: "نعم، تم إلغاء الاشتراك. سيعود المبلغ المتبقي إلى بطاقتك خلال خمسة أيام عمل.",
      },
    ],
    documents: ["Cancelling a subscription"],
    tool: { name: "cancel_subscription", inputs: { plan: "plus" }, output: { refund: 18.5, currency: "USD" } },
  },
  {
    exchanges: [
      {
        user: "Your app logs me out every hour. I have tried reinstalling it twice.",
        assistant:
          "That happens when the phone's clock is off by more than five minutes. Could you turn on automatic time in the phone's settings and try once more?",
      },
      {
        user: "It was off by 7 minutes! Works now.",
        assistant: "Great. I've noted it, so that the app will say so by itself in a later version.",
      },
      {
        user: "One more thing: can I export my data?",
        assistant: "Yes: Settings, then Privacy, then Export. You get a link by mail within a day.",
      },
    ],
    documents: ["Signing in on several devices", "Exporting your data"],
    tool: { name: "device_log", inputs: { lines: 200 }, output: { skew_seconds: 431, sessions: 9 } },
  },
];

/** A shop's assistant for its customers. */
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
  topics,
  failures: [
    "RateLimitError: Error code: 429 - rate limit reached for requests per minute",
    "TimeoutError: the order service did not answer within 10 s",
    "KeyError: 'order_id'",
    'Traceback (most recent call last):\n  File "tools.py", line 88, in lookup_order\n    return orders[order_id]\nLookupError: no such order',
  ],
};
