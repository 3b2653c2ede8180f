import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../../../src/core/calls/call.ts";
import { isTooLarge, nextBatch } from "../../../../src/core/conversation/documentBatch.ts";
import { turn } from "./turns.ts";

const nobody: ReadonlySet<string> = new Set();
const mebibyte = 1024 * 1024;

function sized(...bytes: readonly (number | null)[]): readonly Call[] {
  return bytes.map((storedBytes, place) => turn(`t${place}`, { storedBytes }));
}

const cases: readonly {
  readonly name: string;
  readonly due: readonly Call[];
  readonly agreed?: readonly string[];
  readonly alone?: readonly string[];
  readonly asked: readonly string[];
  readonly mostBytes?: number;
}[] = [
  { name: "nothing is due: no request", due: [], asked: [] },
  { name: "small turns go together", due: sized(10, 20, 30), asked: ["t0", "t1", "t2"] },
  {
    name: "twenty at the most",
    due: sized(...Array.from({ length: 30 }, () => 10)),
    asked: Array.from({ length: 20 }, (_, place) => `t${place}`),
  },
  {
    name: "a megabyte at the most, and the turn that reaches it",
    due: sized(...Array.from({ length: 9 }, () => 0.25 * mebibyte)),
    asked: ["t0", "t1", "t2", "t3"],
  },
  { name: "a turn of unknown size does not go with those of a known one", due: sized(null, 10), asked: ["t0"] },
  {
    name: "ten of unknown size at the most",
    due: sized(...Array.from({ length: 30 }, () => null)),
    asked: Array.from({ length: 10 }, (_, place) => `t${place}`),
  },
  {
    name: "small ones do not wait for one of unknown size between them",
    due: sized(10, null, 20),
    asked: ["t0", "t2"],
  },
  {
    name: "what a person asked for goes by itself, with room for it",
    due: sized(30 * mebibyte, 10),
    agreed: ["t0"],
    asked: ["t0"],
    mostBytes: 64 * mebibyte,
  },
  { name: "what came to grief among others goes by itself", due: sized(10, 20), alone: ["t0"], asked: ["t0"] },
];

for (const { name, due, agreed = [], alone = [], asked, mostBytes } of cases) {
  test(name, () => {
    const batch = nextBatch(due, { agreed: new Set(agreed), alone: new Set(alone) });
    assert.deepEqual(batch?.turns.map(({ id }) => id) ?? [], asked);
    assert.equal(batch?.mostBytes, mostBytes);
  });
}

test("a turn over 256 KiB waits for a person's wish; one of unknown size does not", () => {
  const [at, over, unknown] = sized(256 * 1024, 256 * 1024 + 1, null);
  assert.ok(at && over && unknown);
  assert.deepEqual(
    [at, over, unknown].map((one) => isTooLarge(one, nobody)),
    [false, true, false],
  );
  assert.equal(isTooLarge(over, new Set([over.id])), false);
});
