import type { Random } from "./random.ts";

/** IDs that have caused bugs; the service accepts all of them. */
const oddIds = [
  "release planning – Q4/2026 (final)",
  "会話-2026-11-03",
  "سؤال عن الفاتورة",
  "שיחה 12",
  "🧵🪡 thread of threads",
  "a/b//c/../d",
  "100% sure?",
  "%2Fencoded%20already",
  "line one\nline two",
  "  leading and trailing  ",
  "<b>bold</b> & \"quoted\" 'twice'",
  "C:\\Users\\ada\\chat.json",
  "null",
  "-1",
  "?",
  "#channel?thread=7&x=1",
  "a\u0301 combining, \u200bzero width, \u202eoverride",
  "👩‍👩‍👧‍👦",
  "weave:///northwind/support-assistant/call/not-a-call",
  `long-${"conversation-with-a-very-long-name-".repeat(6)}`.slice(0, 200),
] as const;

const letters = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Generates unique thread IDs in common styles. Every ninth is an unusual one until those are used up. */
export function threadIdSource(random: Random, now: Date): () => string {
  const given = new Set<string>();
  const odd = [...oddIds];
  return () => {
    const wanted = given.size % 9 === 4 ? (odd.shift() ?? ordinaryId(random, now)) : ordinaryId(random, now);
    const id = given.has(wanted) ? `${wanted}-${given.size}` : wanted;
    given.add(id);
    return id;
  };
}

function ordinaryId(random: Random, now: Date): string {
  const day = new Date(now.getTime() - random.between(1, 29) * 86_400_000).toISOString().slice(0, 10);
  switch (random.between(0, 5)) {
    case 0:
      return `user-${random.between(1000, 9999)}/${day}`;
    case 1:
      return `slack-C0${random.text(9, letters.toUpperCase())}-${Math.floor(now.getTime() / 1000) - random.between(3600, 2_500_000)}.${random.text(6, "0123456789")}`;
    case 2:
      return `chat_${random.text(21, letters)}`;
    case 3:
      return `zendesk:${random.between(100_000, 999_999)}`;
    default:
      return [8, 4, 4, 4, 12].map((length) => random.text(length, "0123456789abcdef")).join("-");
  }
}
