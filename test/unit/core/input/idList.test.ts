import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatIds, parseIds } from "../../../../src/core/input/idList.ts";
import { mostIds } from "../../../../src/core/query/threadQuery.ts";

const lists: readonly [text: string, ids: readonly string[], repeated: number][] = [
  ["", [], 0],
  [" ,; \n\t ", [], 0],
  ["a", ["a"], 0],
  ["a,b;c d\te\nf\r\ng", ["a", "b", "c", "d", "e", "f", "g"], 0],
  ["a, b,, c ,", ["a", "b", "c"], 0],
  ["b a b c a b", ["b", "a", "c"], 3],
  ["user-4711/2026-11-03", ["user-4711/2026-11-03"], 0],
  ["thread:1|2 {x} #3 <y>", ["thread:1|2", "{x}", "#3", "<y>"], 0],
  ["família 日本 🧵", ["família", "日本", "🧵"], 0],
  ['"a b", "c,d"', ["a b", "c,d"], 0],
  ["'a b' 'c,d'", ["a b", "c,d"], 0],
  ['"a"\n"b"\n', ["a", "b"], 0],
  [String.raw`"say \"hi\"" "\u0041 B"`, ['say "hi"', "A B"], 0],
  [String.raw`"C:\dir x"`, [String.raw`C:\dir x`], 0],
  ["“a b”, “c,d”;“e”", ["a b", "c,d", "e"], 0],
  ["“” “ ” a", [" ", "a"], 0],
  ["„a b“, „c,d“;「e f」", ["a b", "c,d", "e f"], 0],
  ["„a b 「c", ["„a", "b", "「c"], 0],
  ["“a b", ["“a", "b"], 0],
  ["“a”b", ["“a”b"], 0],
  ["“", ["“"], 0],
  ["- a\n- b\n", ["a", "b"], 0],
  ["* a\n* b-c\n• d", ["a", "b-c", "d"], 0],
  ["-", [], 0],
  ['"-" -- a*', ["-", "--", "a*"], 0],
  ["it's 'tis", ["it's", "'tis"], 0],
  ['" "', [" "], 0],
  ["\"\" '' a", ["a"], 0],
  ['"', ['"'], 0],
  ['["a"]', ["a"], 0],
  ['  [ "a b",\n "c" , "a b" ]\n', ["a b", "c"], 1],
  ['["", "a"]', ["a"], 0],
  ["[]", [], 0],
];
for (const [text, ids, repeated] of lists) {
  test(`${JSON.stringify(text)} has ${JSON.stringify(ids)} and ${repeated} duplicates`, () =>
    assert.deepEqual(parseIds(text), { ids, repeated }));
}

for (const text of [
  "[",
  "[a]",
  '["a", 1]',
  '["a"',
  '["a"] b',
  "[[]]",
  "[null]",
  '[{"id":"a"}]',
  '{"id":"a"}',
  " {}",
  "{a}",
]) {
  test(`${text} starts like JSON and has no IDs`, () => assert.deepEqual(parseIds(text), { problem: "notJson" }));
}

test("more unique IDs than the service accepts are rejected with their number", () => {
  const ids = Array.from({ length: mostIds + 1 }, (_, index) => `thread-${index}`);
  const most = ids.slice(0, mostIds);
  assert.deepEqual(parseIds([...most, ...most].join(" ")), { ids: most, repeated: mostIds });
  assert.deepEqual(parseIds([...ids, ...most].join("\n")), { problem: "tooMany", found: mostIds + 1 });
  assert.deepEqual(parseIds(JSON.stringify(ids)), { problem: "tooMany", found: mostIds + 1 });
});

const ids = fc.array(fc.oneof(fc.string({ minLength: 1, unit: "binary" }), fc.string({ minLength: 1, maxLength: 2 })));

test("any list of IDs survives JSON, unique and in order", () => {
  fc.assert(
    fc.property(ids, fc.constantFrom(undefined, 2, "\t"), (list, indent) => {
      const unique = [...new Set(list)];
      assert.deepEqual(parseIds(JSON.stringify(list, null, indent)), {
        ids: unique,
        repeated: list.length - unique.length,
      });
    }),
  );
});

test("any list of IDs can be written on one visible line and parsed again", () => {
  fc.assert(
    fc.property(ids, (list) => {
      const unique = [...new Set(list)];
      const line = formatIds(unique);
      assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
      assert.deepEqual(parseIds(line), { ids: unique, repeated: 0 });
    }),
  );
});

test("simple IDs are written without quotes", () => {
  assert.equal(formatIds(["user-4711/2026-11-03", "it's", "日本"]), "user-4711/2026-11-03, it's, 日本");
  assert.equal(formatIds(["[a]"]), '["[a]"]');
  for (const id of ["{a}", "“a”", "-", "*", "•"]) assert.equal(formatIds([id]), JSON.stringify([id]));
  assert.equal(formatIds(["a-b", "--"]), "a-b, --");
  assert.equal(formatIds([]), "");
});

test("any text is parsed or rejected, and IDs are unique and not empty", () => {
  const pieces = fc.array(
    fc.oneof(fc.constantFrom('"', "'", "“", "”", "-", "[", "]", "{", "\\", ",", " ", "\n", "a"), fc.string()),
  );
  fc.assert(
    fc.property(pieces, (parts) => {
      const read = parseIds(parts.join(""));
      if ("problem" in read) return;
      assert.equal(new Set(read.ids).size, read.ids.length);
      assert.ok(!read.ids.includes(""));
    }),
    { numRuns: 1000 },
  );
});
