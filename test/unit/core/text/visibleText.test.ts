import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  apart,
  endCut,
  endOf,
  middleCut,
  plainText,
  strictLines,
  visibleCut,
  visibleLines,
  visibleText,
} from "../../../../src/core/text/visibleText.ts";

const texts: readonly [text: string, plain: string][] = [
  ["user-4711/2026-11-03", "user-4711/2026-11-03"],
  ["a[0] (b)", "a[0] (b)"],
  ["[log in](command:workbench.action.quit)", "[log in] (command:workbench.action.quit)"],
  ["[a](https://b.example) [c](file:d)", "[a] (https://b.example) [c] (file:d)"],
  ["](](", "] (] ("],
  ["[a]\u200b(command:b)", "[a]‹U+200B›(command:b)"],
  ["[a]\n(command:b)", "[a]‹U+000A›(command:b)"],
];
for (const [text, plain] of texts) {
  test(`${JSON.stringify(text)} is shown as ${plain}`, () => assert.equal(plainText(text), plain));
}

test("no text becomes a link, and no more is changed than necessary", () => {
  const pieces = fc.array(fc.oneof(fc.constantFrom("[", "]", "(", ")", "](", "command:", "\u200b"), fc.string()));
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = parts.join("");
      const plain = plainText(text);
      assert.ok(!plain.includes("]("));
      assert.equal(plain.replaceAll("] (", "]("), visibleText(text).replaceAll("] (", "]("));
      assert.equal(plainText(plain), plain);
    }),
  );
});

const twice = (text: string) => [text, text] as const;
const shownTexts: readonly [what: string, text: string, onOneLine: string, inLines: string][] = [
  ["line ends and tabs", "a\tb\r\nc\rd", "a‹U+0009›b‹U+000D›‹U+000A›c‹U+000D›d", "a\tb\nc‹U+000D›d"],
  ["escape sequences", "\u001b[31mred", "‹U+001B›[31mred", "‹U+001B›[31mred"],
  ["bidirectional marks", "a\u202eb\u200f", "a‹U+202E›b‹U+200F›", "a‹U+202E›b‹U+200F›"],
  ["text in tags", "a\u{e0061}\u{e007f}", "a‹U+E0061›‹U+E007F›", "a‹U+E0061›‹U+E007F›"],
  ["bytes in variation selectors", "a\u{fe01}\u{e0100}", "a‹U+FE01›‹U+E0100›", "a‹U+FE01›‹U+E0100›"],
  ["soft hyphens and fillers", "a\u00ad\u3164", "a‹U+00AD›‹U+3164›", "a‹U+00AD›‹U+3164›"],
  ["halves of characters", "a\ud83d", "a‹U+D83D›", "a‹U+D83D›"],
  ["a family", "👩‍👩‍👧", "👩‍👩‍👧", "👩‍👩‍👧"],
  ["a heart and a keycap", "❤️ 1️⃣", "❤️ 1️⃣", "❤️ 1️⃣"],
  ["the flag of Scotland", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
  ["a word after a flag", "🏴\u{e0067}\u{e006f}\u{e007f}", ...twice("🏴‹U+E0067›‹U+E006F›‹U+E007F›")],
  ["bits in selectors of digits", "1\ufe0f2\ufe0e", "1‹U+FE0F›2‹U+FE0E›", "1‹U+FE0F›2‹U+FE0E›"],
  ["more than one selector", "葛\u{e0100}\u{e0101}", "葛\u{e0100}‹U+E0101›", "葛\u{e0100}‹U+E0101›"],
  ["a variant of a Han character", "葛\u{e0100}", "葛\u{e0100}", "葛\u{e0100}"],
  ["a Persian word", "می\u200cخواهم", "می‹U+200C›خواهم", "می\u200cخواهم"],
  ["a Hindi word", "क्\u200dष", "क्‹U+200D›ष", "क्\u200dष"],
  ["a joiner between Latin letters", "a\u200db", "a‹U+200D›b", "a‹U+200D›b"],
];
for (const [what, text, onOneLine, inLines] of shownTexts) {
  test(`no hidden characters: ${what}`, () => {
    assert.equal(visibleText(text), onOneLine);
    assert.equal(visibleLines(text), inLines);
  });
}

test("visible text is unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const visible of [visibleText, visibleLines]) assert.equal(visible(visible(text)), visible(text));
    }),
  );
});

test("only right-to-left text is isolated", () => {
  assert.deepEqual(["refund", "日本語", "مرحبا", "שלום 2"].map(apart), [
    "refund",
    "日本語",
    "\u2068مرحبا\u2069",
    "\u2068שלום 2\u2069",
  ]);
});

const flags = ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁷󠁬󠁳󠁿"];

/** Characters that the patterns match, and possible neighbors. */
const hot = fc.constantFrom(
  ...["\u200d", "\u200c", "\ufe0f", "\ufe0e", "\u{e0100}", "\u{e0067}", "\u{e0062}", "\u{e007f}", "\u061c", "\u00ad"],
  ...[
    "\u202e",
    "\ud83d",
    "\udc69",
    "\n",
    "\t",
    "\r",
    "👩",
    "👧",
    "🏽",
    "❤",
    "🏴",
    "1",
    "\u20e3",
    ...flags,
    "葛",
    "م",
    "خ",
    "क",
    "\u094d",
    "a",
  ],
);
const hotTexts = fc.array(hot, { maxLength: 16 }).map((parts) => parts.join(""));

const isHidden = (point: string) =>
  /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u{2028}\u{2029}\u{fff9}-\u{fffb}]/u.test(point);
const isPictograph = (point: string) => /\p{Extended_Pictographic}/u.test(point);
const joinsWords = [/\p{Script=Arabic}/u, /\p{Script=Devanagari}/u];

/** Applies the rules of `visibleText`, or of `visibleLines` if `inLines`, character by character. */
function shownOneByOne(text: string, inLines: boolean): string {
  const points = [...(inLines ? text.replaceAll("\r\n", "\n") : text)];
  const at = (index: number) => points[index] ?? "";
  let shown = "";
  for (let index = 0; index < points.length; index++) {
    const point = at(index);
    const flag = flags.find((one) => one === points.slice(index, index + 7).join(""));
    let before = index - 1;
    if (/\p{Emoji_Modifier}/u.test(at(before))) before--;
    if (at(before) === "\ufe0f") before--;
    const after = at(index + 1);
    const isInnocent =
      (/[\ufe0e\ufe0f]/.test(point) && isPictograph(at(index - 1))) ||
      (point === "\ufe0f" && /[\d#*]/.test(at(index - 1)) && after === "\u20e3") ||
      (point === "\u200d" && isPictograph(at(before)) && isPictograph(after)) ||
      (/[\u{e0100}-\u{e01ef}]/u.test(point) && /\p{Script=Han}/u.test(at(index - 1))) ||
      (inLines && /[\t\n]/.test(point)) ||
      (inLines &&
        /[\u200c\u200d]/.test(point) &&
        joinsWords.some((script) => script.test(at(index - 1))) &&
        /[\p{L}\p{M}]/u.test(after));
    if (flag !== undefined) index += [...flag].length - 1;
    const code = point.codePointAt(0) ?? 0;
    const written = `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›`;
    shown += flag ?? (isHidden(point) && !isInnocent ? written : point);
  }
  return shown;
}

test("a hidden character is shown independently of its neighbors", () => {
  fc.assert(
    fc.property(hotTexts, (text) => {
      assert.equal(visibleText(text), shownOneByOne(text, false));
      assert.equal(visibleLines(text), shownOneByOne(text, true));
    }),
    { numRuns: 5000 },
  );
});

/** The CPU time of the shortest of several runs, in microseconds. */
function timeOf(work: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...times);
}

test("hidden characters are written in a small multiple of the time to read them, whatever stands beside them", () => {
  const texts = ["\u200d", "\u202e", "\u{e0061}", "\ud83d", "\u200b\u200c", "a\u200b", "\udc00\ud83d", "\u200c\u200d"];
  for (const text of [...texts, "1\ufe0f1\ufe0e", "🏴\u{e0067}\u{e0062}\u{e007f}", "👩‍", "葛\u{e0100}", "\r\n"]) {
    const run = text.repeat(200_000 / text.length);
    const reading = timeOf(() => [...run]);
    for (const show of [visibleText, visibleLines, strictLines])
      assert.ok(timeOf(() => show(run)) < 60 * reading, JSON.stringify(text));
  }
});

test("a cut text is shown without reading the rest", () => {
  const [short, long] = ["\u200d\u202e".repeat(1000), "\u200d\u202e".repeat(50_000)];
  const many = (text: string) => () => Array.from({ length: 10 }, () => visibleCut(text, 18));
  assert.ok(timeOf(many(long)) < 10 * timeOf(many(short)));
});

const cuts: readonly [text: string, middle: string, end: string][] = [
  ["abcdefghij", "abcdefghij", "abcdefghij"],
  ["abcdefghijk", "abcdef…ijk", "abcdefghi…"],
  ["🧵".repeat(11), "🧵🧵🧵🧵🧵🧵…🧵🧵🧵", `${"🧵".repeat(9)}…`],
  ["12 \u202e 456789", "12 …789", "12…"],
  ["12345\u{e0061}7", "12345…7", "12345…"],
  ["👩👩👩👩👩👩\u200d👩👩👩👩👩", "👩👩👩👩👩👩…👩👩👩", "👩👩👩👩👩👩\u200d👩👩…"],
];
for (const [text, middle, end] of cuts) {
  test(`${JSON.stringify(text)} is cut to ${middle} and to ${end}`, () => {
    assert.equal(visibleCut(text, 10), middle);
    assert.equal(endCut(visibleText(text), 10), end);
  });
}

test("a cut text is short and visible, with no part of a character or of an escape in it", () => {
  const pieces = fc.array(fc.oneof(hot, fc.constantFrom("b", " ", "🧵")), { maxLength: 120 });
  fc.assert(
    fc.property(pieces, fc.integer({ min: 4, max: 60 }), (parts, most) => {
      const text = parts.join("");
      const visible = visibleText(text);
      for (const cut of [
        visibleCut(text, most),
        middleCut(visible, most),
        endCut(visible, most),
        endOf(visible, most),
      ]) {
        assert.ok([...cut].length <= most, cut);
        assert.ok(cut.isWellFormed());
        assert.equal(visibleText(cut), cut);
        assert.doesNotMatch(cut.replaceAll(/‹U\+[\dA-F]{4,6}›/g, ""), /[‹›]/);
      }
      assert.equal(visibleCut(text, most), middleCut(visible, most));
    }),
    { numRuns: 2000 },
  );
});

const marked: readonly [text: string, shown: string][] = [
  ["user-4711/2026-11-03", "user-4711/2026-11-03"],
  ["família 👨‍👩‍👧 日本", "família 👨‍👩‍👧 日本"],
  ["a\u202Egnp.exe", "a‹U+202E›gnp.exe"],
  ["two\nlines\tand \u001b[31mred", "two‹U+000A›lines‹U+0009›and ‹U+001B›[31mred"],
  ["zero\u200Bwidth a\u200Db", "zero‹U+200B›width a‹U+200D›b"],
];
for (const [text, shown] of marked) {
  test(`${JSON.stringify(text)} is shown as ${shown}`, () => assert.equal(visibleText(text), shown));
}

test("a long text loses its middle, not half a character", () => {
  assert.equal(middleCut("abcdefghij", 10), "abcdefghij");
  assert.equal(middleCut("abcdefghijk", 10), "abcdef…ijk");
  assert.equal([...middleCut("🧵".repeat(50), 10)].length, 10);
});
