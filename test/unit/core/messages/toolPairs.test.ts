import assert from "node:assert/strict";
import { test } from "node:test";
import type { MessagePart } from "../../../../src/core/messages/message.ts";
import { resultsOfCalls } from "../../../../src/core/messages/toolPairs.ts";

/** `oven#1` calls a tool with an ID, `=#1` is a result of that ID, `=oven` one with a name only, `=` one with neither. */
const pairs: readonly [what: string, parts: string, found: string][] = [
  ["by ID, in any order", "oven#1 scale#2 =#2 =#1", "0:3 1:2"],
  ["of a repeated ID, each with the nearest call before it", "oven#1 =#1 oven#1 =#1", "0:1 2:3"],
  ["of an ID repeated at once", "oven#1 oven#1 =#1 =#1", "0:3 1:2"],
  ["of one call in several results", "oven#1 =#1 =#1", "0:1,2"],
  ["before its call", "=#1 oven#1", "1:0"],
  ["by name, in order, if there are no IDs", "oven scale oven =oven =oven =scale", "0:3 1:5 2:4"],
  ["in order, with neither ID nor name", "oven scale = =", "0:2 1:3"],
  ["of another ID: none", "oven#1 =#9", ""],
  ["without an ID, of a call with one", "oven#1 =oven", "0:1"],
  ["with an ID and no name, of a call without", "oven =#1", ""],
];
for (const [what, written, found] of pairs) {
  test(`results ${what}`, () => {
    const parts = written.split(" ").map(part);
    const results = resultsOfCalls([{ role: "assistant", name: null, choice: null, rest: null, parts }]);
    const numbered = Array.from(
      results,
      ([call, of]) => `${parts.indexOf(call)}:${of.map((each) => parts.indexOf(each))}`,
    );
    assert.equal(numbered.toSorted().join(" "), found);
  });
}

function part(written: string): MessagePart {
  const [what = "", id = null] = written.split("#");
  if (!what.startsWith("=")) return { kind: "toolCall", id, name: what, arguments: {} };
  return { kind: "toolResult", id, name: what.slice(1) || null, content: null, parts: [], failed: false };
}
