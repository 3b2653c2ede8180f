import fc from "fast-check";
import type { Json } from "../../../../src/core/text/json.ts";

/** Texts that escape quotes, run commands or expand in some shell. */
export const oddIds = [
  "calc",
  "';calc;'",
  "'&calc&'",
  "' calc '",
  "'\\'';calc;'",
  "$(calc)",
  "$env:PATH",
  "`calc`",
  "`'; calc",
  "%COMSPEC%",
  "!COMSPEC!",
  "^&calc",
  "^",
  "& calc",
  "| calc",
  "<calc>calc",
  "(calc)",
  "{calc}",
  "@(calc)",
  "#calc",
  '"&calc&"',
  '\\"&calc&\\"',
  '",calc,"',
  "\\",
  "--%",
  "x\ncalc\n",
  "x\r\ncalc\r\n",
  "x\u001acalc",
  "x\u0000\u007f\u0085\u009f",
  "x\u2028calc\u2029",
  ..."\u2018\u2019\u201a\u201b\u201c\u201d\u201e".split("").map((quote) => `${quote};calc;${quote}`),
];

/** Characters that a shell, a language or a reader may misinterpret. */
const oddities = [
  ...oddIds,
  "'",
  "'\\''",
  '"',
  "\\",
  "\\'",
  "!",
  "!!",
  "$HOME",
  "$(exit 3)",
  "`exit 3`",
  `${"$"}{x}`,
  "#",
  "\n",
  "\r\n",
  "\t",
  "\0",
  "\v\f\b\u007f\u0085",
  "\u2028\u2029",
  "\u202e\u2066",
  "\u200b\ufeff\u00ad",
  "\u{e0041}",
  "\ud83d",
  "\ude00",
  "👩‍🚀",
  "日本語",
  "עברית",
  "*/",
  "'''",
  '"""',
  "\\u0041",
  "\\N{BEL}",
  "{}[]",
  "%s",
  "JSON",
  "@/etc/passwd",
  "-K",
  "x".repeat(200),
];

const text = fc
  .array(fc.oneof(fc.constantFrom(...oddities), fc.string({ unit: "binary", maxLength: 5 })), { maxLength: 6 })
  .map((parts) => parts.join(""));
const name = fc.oneof({ weight: 5, arbitrary: text }, fc.constant("__proto__"));
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));

/** JSON values with such texts everywhere. */
export const oddJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(text, number, fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc
      .array(fc.tuple(name, tie("value")), { maxLength: 4 })
      .map((members): Json => JSON.parse(`{${members.map((member) => member.map(jsonText).join(":")).join(",")}}`)),
  ),
})).value;

export const oddText = text;

function jsonText(value: Json): string {
  return JSON.stringify(value);
}
