import { answerRecord, chatMessages, openaiResponses } from "./documentShapes.ts";
import { dialogue, pythonException, type Topic, type Workload } from "./workload.ts";

/** Questions of customers of a shop, in several languages. */
const supportTopics: readonly [Topic, ...Topic[]] = [
  {
    exchanges: dialogue(
      "Where is my order? It was supposed to arrive on Tuesday.",
      "I found it: order 81-4420 left our warehouse on Monday and is with the carrier. It should reach you tomorrow before noon.",
      "Can you leave it with my neighbour at number 12?",
      "Done. The driver has a note to leave the parcel at number 12 if no one answers your door.",
      "perfect, thanks!!",
      "You're welcome! You will get a message as soon as it has been handed over.",
      "How long do the other ways of delivery take, in case I order again?",
      "Here they are, counted from our warehouse:\n\n| Delivery | Days | Price |\n|---|---:|---:|\n| Standard | 2–3 | 4.90 € |\n| Express | 1 | 9.90 € |\n| Parcel shop | 2–4 | 3.90 € |\n| Pick-up in a store | 1 | *free* |\n\nFrom **49 €** on, standard delivery costs nothing.",
    ),
    documents: ["Delivery times by region", "Changing the delivery address"],
    tool: ["lookup_order", { order_id: "81-4420" }, { status: "in_transit", carrier: "DHL", eta_days: 1 }],
  },
  {
    exchanges: dialogue(
      "I was charged twice for the same invoice (INV-2093).",
      "I'm sorry about that. I can see two charges of 49.00 EUR on the 3rd. The second one has been marked for a refund, which takes three to five working days.",
      "Will the refund go to the same card? I cancelled it last week.",
      "It goes back to the card that was charged; your bank forwards it to your account. If it has not arrived after ten days, tell me and we send it by bank transfer.",
      "And how do I see where it is?",
      "In your account:\n\n1. Open **Orders**, then **Invoices**.\n2. Choose `INV-2093`.\n3. The line *Refunds* shows its state: `pending`, `sent` or `returned`.\n\nMore in [Following a refund](https://help.northwind.example/refunds/follow).",
    ),
    documents: ["Duplicate charges", "Refunds to closed cards"],
    tool: ["refund_status", { invoice: "INV-2093" }, { refunds: [{ amount: 49, currency: "EUR", state: "pending" }] }],
  },
  {
    exchanges: dialogue(
      "Ich komme nicht mehr in mein Konto, die E-Mail zum Zurücksetzen kommt nicht an.",
      "Die Adresse, die bei uns steht, endet auf „@web.de“. Ist das noch Ihre? Sonst ändere ich sie, sobald Sie mir die Kundennummer nennen.",
      "Kundennummer 553201, bitte auf meine neue Adresse ändern.",
      "Geändert. Die E-Mail zum Zurücksetzen ist unterwegs; der Link gilt 30 Minuten.",
      "Wie mache ich mein Konto sicherer?",
      "## Drei Schritte\n\n1. **Zweiten Faktor einschalten**: Konto → Sicherheit → *Anmeldung in zwei Schritten*.\n2. **Wiederherstellungscodes ausdrucken** und getrennt vom Telefon aufbewahren.\n3. **Geräte prüfen**: Was Sie nicht kennen, melden Sie dort ab.\n\n> Wir fragen nie am Telefon nach Ihrem Kennwort.",
    ),
    documents: ["Passwort zurücksetzen", "E-Mail-Adresse ändern"],
    tool: ["update_account", { customer: 553201, field: "email" }, { ok: true }],
  },
  {
    exchanges: dialogue(
      "The grinder makes a loud noise and smells of burning 😟 is it safe to use?",
      "Please unplug it and don't use it again. A burning smell means that the motor is overheating. Your grinder is under warranty until March, so I've started a replacement.",
      "Do I have to send the old one back?",
      "Yes, but at no cost: the label is in your mailbox, and any parcel shop takes it.",
    ),
    documents: ["Safety notices", "Warranty and replacements", "Returns"],
    tool: ["create_ticket", { kind: "replacement", sku: "GR-210" }, { ticket: 77120, label_sent: true }],
  },
  {
    exchanges: dialogue(
      "¿Hacen envíos a las Islas Canarias? ¿Cuánto tarda?",
      "Sí. El envío a Canarias tarda entre 7 y 10 días laborables y cuesta 12,90 €. Los impuestos de importación se pagan a la entrega.",
      "¿Y cuánto serían esos impuestos para un molinillo de 99,90 €?",
      "Depende de la isla, pero suele ser así:\n\n| Concepto | Importe |\n|---|---:|\n| IGIC (7 %) | 6,99 € |\n| Gestión aduanera | 5,00 € |\n| **Total** | **11,99 €** |\n\nPor debajo de **150 €** no hay aranceles.",
    ),
    documents: ["Envíos a Canarias, Ceuta y Melilla"],
    tool: ["shipping_quote", { region: "ES-CN", weight_kg: 2.4 }, { price: 12.9, days: [7, 10] }],
  },
  {
    exchanges: dialogue(
      "領収書の宛名を会社名に変更できますか？",
      "はい、変更できます。新しい宛名をお知らせいただければ、PDFを再発行してお送りします。",
      "「株式会社みどり」でお願いします。",
      "再発行しました。ご登録のメールアドレスをご確認ください。",
      "インボイス番号も入れていただけますか？",
      "はい、次の内容で再発行しました。\n\n- **宛名**：株式会社みどり\n- **登録番号**：`T1234567890123`\n- **税率**：10 %\n\nPDFは[こちら](https://help.northwind.example/ja/receipts)からも受け取れます。",
    ),
    documents: ["領収書の再発行"],
    tool: ["reissue_receipt", { order_id: "80-1177", name: "株式会社みどり" }, { ok: true, pages: 1 }],
  },
  {
    exchanges: dialogue(
      "هل يمكنني إلغاء اشتراكي واسترداد المبلغ؟",
      "نعم، تم إلغاء الاشتراك. سيعود المبلغ المتبقي إلى بطاقتك خلال خمسة أيام عمل.",
      "هل سأفقد بياناتي؟",
      "لا، تبقى بياناتك **90 يومًا** بعد الإلغاء، ويمكنك تنزيلها من الإعدادات:\n\n1. افتح «الخصوصية».\n2. اختر «تصدير البيانات» (`export.zip`).\n3. ستصلك رسالة فيها الرابط.",
    ),
    documents: ["Cancelling a subscription"],
    tool: ["cancel_subscription", { plan: "plus" }, { refund: 18.5, currency: "USD" }],
  },
  {
    exchanges: dialogue(
      "Your app logs me out every hour. I have tried reinstalling it twice.",
      "That happens when the phone's clock is off by more than five minutes. Could you turn on automatic time in the phone's settings and try once more?",
      "It was off by 7 minutes! Works now.",
      "Great. I've noted it, so that the app will say so by itself in a later version.",
      "One more thing: can I export my data?",
      "Yes: Settings, then Privacy, then Export. You get a link by mail within a day.",
      "What is in the file? I'd like to read it with a script.",
      'One JSON object a line:\n\n```json\n{"kind": "order", "id": "81-4420", "total": 49.0, "placed_at": "2026-11-02T08:15:00Z"}\n{"kind": "device", "name": "Pixel 9", "last_seen": "2026-11-19T21:40:12Z"}\n```\n\nIn Python that is:\n\n```python\nimport json\n\nwith open("export.jsonl", encoding="utf-8") as lines:\n    orders = [row for row in map(json.loads, lines) if row["kind"] == "order"]\n\nprint(sum(order["total"] for order in orders))\n```',
    ),
    documents: ["Signing in on several devices", "Exporting your data"],
    tool: ["device_log", { lines: 200 }, { skew_seconds: 431, sessions: 9 }],
  },
];

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
      ["support/agent.py", 118, "answer_customer", "reply = await self.model.complete(messages)"],
      ["support/model.py", 64, "complete", "raise RateLimitError(response)"],
    ]),
    "TimeoutError: the order service did not answer within 10 s",
    pythonException("KeyError", "'order_id'", [
      ["support/tools/orders.py", 31, "lookup_order", 'return orders[arguments["order_id"]]'],
    ]),
    'Traceback (most recent call last):\n  File "tools.py", line 88, in lookup_order\n    return orders[order_id]\nLookupError: no such order',
  ],
};
