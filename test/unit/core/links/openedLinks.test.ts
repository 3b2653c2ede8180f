import assert from "node:assert/strict";
import { test } from "node:test";
import { openedLinks, openedLinksOfLine, openedLinksOfLong } from "../../../../src/core/links/textLinks.ts";
import { mostSearched } from "../../../../src/core/query/mayHoldLinks.ts";

const base = "https://wandb.ai";
const wanted = { isCancellationRequested: false };
const line = "a line without any link in it, as long as lines are\n";
const piece = 256 * 1024;

function linesOf(characters: number): string {
  return line.repeat(Math.ceil(characters / line.length)).slice(0, characters);
}

test("object refs are linked only with a web app, whose object URLs are left to the editor", () => {
  const text = "weave:///a/b/object/n:v https://wandb.ai/a/b/weave/objects/n/versions/v weave:///a/b/call/c";
  const textsOf = (web: string | null) => openedLinks(text, web).map((link) => link.text);
  assert.deepEqual(textsOf(base), ["weave:///a/b/object/n:v", "weave:///a/b/call/c"]);
  assert.deepEqual(textsOf(null), ["weave:///a/b/call/c"]);
});

test("in a line of a terminal, links are limited in length and number", () => {
  const lengthsIn = (text: string) => openedLinksOfLine(text, base).map((link) => link.text.length);
  const sized = (length: number) => "weave:///a/b/thread/".padEnd(length, "t");
  assert.deepEqual(lengthsIn([21, 2000, 2001, 1_000_000].map(sized).join(" ")), [21, 2000]);
  assert.deepEqual(lengthsIn(`${sized(21)} `.repeat(100_000)), Array(100).fill(21));
});

const ref = "weave:///a/b/call/0195c8";
const places = [
  0,
  piece - ref.length,
  piece - 10,
  piece - 1,
  piece,
  piece + 1,
  2 * piece - 5,
  3 * piece + 7,
  mostSearched.characters - ref.length,
];

for (const place of places) {
  test(`a link at ${place} of a long text is found at its position`, async () => {
    const text = `${linesOf(place).replace(/.$/s, "\n")}${ref}\n${linesOf(piece)}`;
    assert.deepEqual(
      (await openedLinksOfLong(text, base, wanted)).map(({ start, end }) => [start, end, text.slice(start, end)]),
      [[place, place + ref.length, ref]],
    );
  });
}

test("the links of chunks equal those of the whole text", async () => {
  const text = Array.from({ length: 4000 }, (_, index) => `${line}${ref}-${index} and ${base}/a/b/weave, `).join("");
  assert.ok(text.length > piece);
  const found = await openedLinksOfLong(text, base, wanted);
  assert.deepEqual(found, openedLinks(text, base).slice(0, mostSearched.links));
  assert.equal(found.length, mostSearched.links);
});

test("the number of links is limited, in one chunk or many", async () => {
  for (const between of ["\n", linesOf(100)]) {
    const text = `${ref}${between}`.repeat(mostSearched.links + 1);
    assert.equal((await openedLinksOfLong(text, base, wanted)).length, mostSearched.links);
  }
});

test("a text in one line is searched up to the limit", async () => {
  const text = `${"x ".repeat(piece)}${ref} ${"x ".repeat(mostSearched.characters / 2)} ${ref}`;
  assert.deepEqual(
    (await openedLinksOfLong(text, base, wanted)).map(({ start }) => start),
    [2 * piece],
  );
});

test("after cancellation, no further chunk is searched", async () => {
  const text = `${ref}\n${linesOf(3 * piece)}`;
  let requested = 0;
  const after = (pieces: number) => ({
    get isCancellationRequested() {
      requested += 1;
      return requested > pieces;
    },
  });
  for (const pieces of [0, 1, 2]) {
    requested = 0;
    assert.deepEqual(await openedLinksOfLong(text, base, after(pieces)), []);
    assert.equal(requested, pieces + 1);
  }
});
