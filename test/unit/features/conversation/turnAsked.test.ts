import assert from "node:assert/strict";
import { test } from "node:test";
import { turnAsked } from "../../../../src/features/conversation/turnAsked.ts";

const cases: readonly (readonly [given: unknown, asked: ReturnType<typeof turnAsked>])[] = [
  [{ threadId: "t" }, { threadId: "t", preserveFocus: false }],
  [{ threadId: "" }, { threadId: "", preserveFocus: false }],
  [
    { threadId: "t", turnId: "u", preserveFocus: true },
    { threadId: "t", turnId: "u", preserveFocus: true },
  ],
  [
    { threadId: "t", turnId: "u", callId: "c" },
    { threadId: "t", turnId: "u", callId: "c", preserveFocus: false },
  ],
  [
    { threadId: "t", turnId: "u", callId: 1 },
    { threadId: "t", turnId: "u", preserveFocus: false },
  ],
  [
    { threadId: "t", callId: "c" },
    { threadId: "t", preserveFocus: false },
  ],
  [
    { threadId: "t", turnId: null, preserveFocus: 1 },
    { threadId: "t", preserveFocus: false },
  ],
  [{ threadId: 1 }, undefined],
  [{}, undefined],
  ["t", undefined],
  [null, undefined],
  [undefined, undefined],
];

for (const [given, asked] of cases) {
  test(`${JSON.stringify(given)} asks for ${JSON.stringify(asked)}`, () => assert.deepEqual(turnAsked(given), asked));
}
