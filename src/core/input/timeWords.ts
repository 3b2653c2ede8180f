/** Of ages, after how `readMoment` writes each. */
const units =
  "s sek\\.? 秒|m min\\. minuten? 分钟?|h hrs? std\\.? stunden? 時間 小时|d t tage?n? 日 天|mo mths? monate?n? か月 个月|y yrs? jahre?n? 年"
    .split("|")
    .map((words) => words.split(" "));

/** What the rows, charts and tooltips of the extension write in its languages, and what people write, in lower case. */
const rewritten: readonly (readonly [written: RegExp, read: string])[] = [
  [/(?<=[年月])(?=\d[月日])/g, "0"],
  [/(\d{4})年(\d\d)月(\d\d)日/g, "$1-$2-$3"],
  [/(\d\d?)時(\d\d)分/g, "$1:$2"],
  ...units.map(
    ([unit = "", ...words]) => [new RegExp(`(?<=\\d) ?(?:${words.join("|")})(?![a-z\\d])`, "g"), unit] as const,
  ),
  [/前/g, " ago"],
  [/\bvor (?=\d)|(?<=\d) ?uhr\b|(?:,| at)(?= \d)/g, ""],
  [
    /\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? (?=[a-z]{3,9}\.? \d|\d\d?\.? [a-z]|\d{4}-)/g,
    "",
  ],
  [/\b(?:last|past) (?=\d)/g, "-"],
  [/\bpast (?=[a-z])|\blast (?=(?:hour|day)\b)/g, "-1 "],
  [/\bin (?=\d)/g, "+"],
];

const clock = "\\d\\d?(?::\\d\\d){0,2}";
const half = new RegExp(`(${clock}) ?([ap])\\.?m\\b\\.?`, "g");
/** `3:00 – 4:00 PM`, as ranges within half a day are shown. */
const halves = new RegExp(`(\\d\\d?(?::\\d\\d){1,2})(?= ?[–-] ?${clock} ?([ap])m)`, "g");

/** A typed range in the words and the notation of `readMoment`. */
export function plainTimes(text: string): string {
  let plain = text.toLowerCase();
  for (const [written, read] of rewritten) plain = plain.replace(written, read);
  return plain.replace(halves, "$1 $2m").replace(half, (typed: string, time: string, part: string) => {
    const [hours = "", ...rest] = time.split(":");
    if (Number(hours) < 1 || Number(hours) > 12) return typed;
    return [(Number(hours) % 12) + (part === "p" ? 12 : 0), ...(rest.length === 0 ? ["00"] : rest)].join(":");
  });
}
