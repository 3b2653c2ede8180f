import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../../../src/core/calls/call.ts";
import { isTooLarge, nextBatch } from "../../../../src/core/conversation/documentBatch.ts";
import { turn } from "./turns.ts";

const noIds: ReadonlySet<string> = new Set();
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
  { name: "no request is sent if no turn is due", due: [], asked: [] },
  { name: "small turns are requested together", due: sized(10, 20, 30), asked: ["t0", "t1", "t2"] },
  {
    name: "at most twenty turns are requested together",
    due: sized(...Array.from({ length: 30 }, () => 10)),
    asked: Array.from({ length: 20 }, (_, place) => `t${place}`),
  },
  {
    name: "turns are requested together until they reach 1 MiB",
    due: sized(...Array.from({ length: 9 }, () => 0.25 * mebibyte)),
    asked: ["t0", "t1", "t2", "t3"],
  },
  { name: "turns of unknown and known size are requested separately", due: sized(null, 10), asked: ["t0"] },
  {
    name: "at most ten turns of unknown size are requested together",
    due: sized(...Array.from({ length: 30 }, () => null)),
    asked: Array.from({ length: 10 }, (_, place) => `t${place}`),
  },
  {
    name: "small turns skip a turn of unknown size between them",
    due: sized(10, null, 20),
    asked: ["t0", "t2"],
  },
  {
    name: "a turn that the user requested is requested separately, with a higher size limit",
    due: sized(30 * mebibyte, 10),
    agreed: ["t0"],
    asked: ["t0"],
    mostBytes: 64 * mebibyte,
  },
  {
    name: "a turn that failed together with others is requested separately",
    due: sized(10, 20),
    alone: ["t0"],
    asked: ["t0"],
  },
];

for (const { name, due, agreed = [], alone = [], asked, mostBytes } of cases) {
  test(name, () => {
    const batch = nextBatch(due, { agreed: new Set(agreed), alone: new Set(alone) });
    assert.deepEqual(batch?.turns.map(({ id }) => id) ?? [], asked);
    assert.equal(batch?.mostBytes, mostBytes);
  });
}

test("a turn above 256 KiB is too large unless the user requested it, one of unknown size is not", () => {
  const [at, over, unknown] = sized(256 * 1024, 256 * 1024 + 1, null);
  assert.ok(at && over && unknown);
  assert.deepEqual(
    [at, over, unknown].map((one) => isTooLarge(one, noIds)),
    [false, true, false],
  );
  assert.equal(isTooLarge(over, new Set([over.id])), false);
});
