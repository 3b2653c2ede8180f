import assert from "node:assert/strict";
import { test } from "node:test";
import { RowBody, type RowBodySettings } from "../../../../src/service/body/rowBody.ts";
import { RowQueue } from "../../../../src/service/body/rowQueue.ts";

interface Row {
  readonly length: number;
}

const settings: RowBodySettings<Row> = {
  readRow: (record) => ({ length: JSON.stringify(record).length }),
  maxRecordBytes: 1_000_000,
  maxUnreadBytes: 10_000_000,
  limit: undefined,
  delimited: true,
};

/** The rows that are reported as progress while a body arrives in pieces. */
function secretChanged(pieces: readonly string[], changes: Partial<RowBodySettings<Row>>): readonly number[] {
  const progress: number[] = [];
  const never = () => assert.fail();
  const exchange = { progress: (rows: number) => progress.push(rows), pause: never, resume: never, fail: never };
  const body = new RowBody(new RowQueue<Row>(), exchange, { ...settings, ...changes });
  for (const piece of pieces) body.write(Buffer.from(piece));
  return progress;
}

const earning = { earningBytes: 1_000 };
const part = "x".repeat(400);
const cases: readonly (readonly [
  what: string,
  pieces: readonly string[],
  changes: Partial<RowBodySettings<Row>>,
  progress: readonly number[],
])[] = [
  ["complete rows are progress", ['"a"\n"b"\n', '"c"\n'], {}, [2, 1]],
  ["a part of a record is not progress", ['"', part, part, part], {}, []],
  [
    "with earningBytes, every 1,000 bytes of a record are progress",
    ['"', part, part, part, part, part, part],
    earning,
    [1, 1],
  ],
  ["with earningBytes, one large piece counts several times", [`"${part.repeat(10)}`], earning, [4]],
  ["with earningBytes, the end of a record counts as one row", ['"', part, part, `${part}"\n`], earning, [1]],
  [
    "with earningBytes, each record is counted separately",
    [`"${part.repeat(2)}`, '"\n', `"${part}`, part, part],
    earning,
    [1, 1],
  ],
  ["with earningBytes, blank lines count like other bytes", ["\n".repeat(900), "\n".repeat(200)], earning, [1]],
];

for (const [what, pieces, changes, progress] of cases) {
  test(what, () => assert.deepEqual(secretChanged(pieces, changes), progress));
}

test("records above the nesting limit are rejected before they are parsed", () => {
  const deep = '{"a":[[1]]}\n';
  assert.deepEqual(secretChanged([deep], { maxNesting: 3 }), [1]);
  assert.throws(() => secretChanged([deep], { maxNesting: 2 }), /nested deeper than 2 levels/);
});
