import { openaiResponses } from "../documentShapes.ts";
import type { ShowcaseCall } from "./showcaseCall.ts";
import { conversationTurns } from "./showcaseThread.ts";

/** Guests at a hotel front desk, each in a different language and script. */
export function languageTurns(self: string): readonly ShowcaseCall[] {
  return conversationTurns({
    op: "concierge",
    shape: openaiResponses,
    system: "You are the concierge of a hotel. Answer in the language you are spoken to.",
    model: "gpt-5",
    others: { self },
    turns: [
      {
        user: "Good evening! Until when is breakfast served on Sundays?",
        assistant: "On Sundays breakfast is served **until 11:30**, an hour longer than on weekdays.",
      },
      {
        user: "Könnten Sie mir für morgen früh um 6:45 Uhr ein Taxi zum Flughafen bestellen?",
        thinking: "Der Gast fragt auf Deutsch. Flughafen: etwa 25 Minuten. Taxi über das Werkzeug bestellen.",
        tools: [["order_taxi", { at: "06:45", to: "Flughafen" }, { ok: true, car: "E 114" }]],
        assistant:
          "Gern. Wagen **E 114** steht um 6:45 Uhr vor der Tür; die Fahrt dauert etwa 25 Minuten und kostet rund 38 €.",
      },
      {
        user: "¿Hay algún museo abierto los lunes cerca de aquí?",
        assistant:
          "Sí, dos:\n\n- **Museo del Agua**, a 5 minutos a pie, de 10:00 a 18:00\n- **Casa de la Imprenta**, a 12 minutos, de 9:30 a 14:00",
      },
      {
        user: "近くで静かに仕事ができるカフェはありますか？",
        assistant: "徒歩3分の「**木漏れ日珈琲**」がおすすめです。電源とWi-Fiがあり、平日の午前中はとても静かです。",
      },
      {
        user: "هل يمكنني تأخير المغادرة إلى الساعة 14:00؟ رقم الغرفة 412.",
        tools: [["late_checkout", { room: "412", until: "14:00" }, { ok: true, fee: 0 }]],
        assistant: "بالتأكيد. يمكنك المغادرة من الغرفة **412** حتى الساعة 14:00 دون رسوم إضافية (`late_checkout: ok`).",
      },
      { user: "אפשר לקבל עוד מגבות לחדר 305, בבקשה?", assistant: "כמובן, שתי מגבות נוספות בדרך לחדר **305**." },
      {
        user: "क्या होटल में शाकाहारी रात का खाना मिलता है?",
        assistant: "जी हाँ, रेस्तराँ में हर शाम **18:30 से 22:00** तक शाकाहारी व्यंजन मिलते हैं।",
      },
      {
        user: "Подскажите, пожалуйста, где можно обменять деньги?",
        assistant:
          "Ближайший обменный пункт — на вокзале (зал Б), он работает **круглосуточно**. Курс лучше в банке на площади, но он закрыт по воскресеньям.",
      },
      {
        user: "请问健身房几点开门？需要预约吗？",
        assistant: "健身房每天 **06:00–23:00** 开放，无需预约。刷房卡即可进入。",
      },
      { user: "สระว่ายน้ำเปิดถึงกี่โมงคะ", assistant: "สระว่ายน้ำเปิดถึง **21:00 น.** ทุกวันค่ะ" },
      { user: "👩‍👩‍👧‍👦🏊‍♀️❓🕐", assistant: "🏊‍♀️ 👉 **07:00–21:00** 👨‍👩‍👧‍👦 ✅ 🎉" },
    ],
  });
}
