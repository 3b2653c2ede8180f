import type { Topic } from "./workload.ts";

/** Questions of customers of a shop, in several languages. */
export const supportTopics: readonly [Topic, ...Topic[]] = [
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
      {
        user: "How long do the other ways of delivery take, in case I order again?",
        assistant:
          "Here they are, counted from our warehouse:\n\n| Delivery | Days | Price |\n|---|---:|---:|\n| Standard | 2–3 | 4.90 € |\n| Express | 1 | 9.90 € |\n| Parcel shop | 2–4 | 3.90 € |\n| Pick-up in a store | 1 | *free* |\n\nFrom **49 €** on, standard delivery costs nothing.",
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
      {
        user: "And how do I see where it is?",
        assistant:
          "In your account:\n\n1. Open **Orders**, then **Invoices**.\n2. Choose `INV-2093`.\n3. The line *Refunds* shows its state: `pending`, `sent` or `returned`.\n\nMore in [Following a refund](https://help.northwind.example/refunds/follow).",
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
      {
        user: "Wie mache ich mein Konto sicherer?",
        assistant:
          "## Drei Schritte\n\n1. **Zweiten Faktor einschalten**: Konto → Sicherheit → *Anmeldung in zwei Schritten*.\n2. **Wiederherstellungscodes ausdrucken** und getrennt vom Telefon aufbewahren.\n3. **Geräte prüfen**: Was Sie nicht kennen, melden Sie dort ab.\n\n> Wir fragen nie am Telefon nach Ihrem Kennwort.",
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
      {
        user: "¿Y cuánto serían esos impuestos para un molinillo de 99,90 €?",
        assistant:
          "Depende de la isla, pero suele ser así:\n\n| Concepto | Importe |\n|---|---:|\n| IGIC (7 %) | 6,99 € |\n| Gestión aduanera | 5,00 € |\n| **Total** | **11,99 €** |\n\nPor debajo de **150 €** no hay aranceles.",
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
      {
        user: "インボイス番号も入れていただけますか？",
        assistant:
          "はい、次の内容で再発行しました。\n\n- **宛名**：株式会社みどり\n- **登録番号**：`T1234567890123`\n- **税率**：10 %\n\nPDFは[こちら](https://help.northwind.example/ja/receipts)からも受け取れます。",
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
      {
        user: "هل سأفقد بياناتي؟",
        assistant:
          "لا، تبقى بياناتك **90 يومًا** بعد الإلغاء، ويمكنك تنزيلها من الإعدادات:\n\n1. افتح «الخصوصية».\n2. اختر «تصدير البيانات» (`export.zip`).\n3. ستصلك رسالة فيها الرابط.",
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
      {
        user: "What is in the file? I'd like to read it with a script.",
        assistant:
          'One JSON object a line:\n\n```json\n{"kind": "order", "id": "81-4420", "total": 49.0, "placed_at": "2026-11-02T08:15:00Z"}\n{"kind": "device", "name": "Pixel 9", "last_seen": "2026-11-19T21:40:12Z"}\n```\n\nIn Python that is:\n\n```python\nimport json\n\nwith open("export.jsonl", encoding="utf-8") as lines:\n    orders = [row for row in map(json.loads, lines) if row["kind"] == "order"]\n\nprint(sum(order["total"] for order in orders))\n```',
      },
    ],
    documents: ["Signing in on several devices", "Exporting your data"],
    tool: { name: "device_log", inputs: { lines: 200 }, output: { skew_seconds: 431, sessions: 9 } },
  },
];
