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

/** What the exchange hears of progress while a body arrives in pieces: each time more than nothing. */
function heard(pieces: readonly string[], changes: Partial<RowBodySettings<Row>>): readonly number[] {
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
  ["rows are progress", ['"a"\n"b"\n', '"c"\n'], {}, [2, 1]],
  ["a part of a record is none", ['"', part, part, part], {}, []],
  ["but where bytes earn time: once for so many of them", ['"', part, part, part, part, part, part], earning, [1, 1]],
  ["and so does one large piece", [`"${part.repeat(10)}`], earning, [4]],
  ["the record's own end counts as the row that it is", ['"', part, part, `${part}"\n`], earning, [1]],
  ["and the next one begins anew", [`"${part.repeat(2)}`, '"\n', `"${part}`, part, part], earning, [1, 1]],
  ["blank lines earn as little as any bytes", ["\n".repeat(900), "\n".repeat(200)], earning, [1]],
];

for (const [what, pieces, changes, progress] of cases) {
  test(what, () => assert.deepEqual(heard(pieces, changes), progress));
}

test("records nested too deep are refused before they are read, where a reader goes down into them", () => {
  const deep = '{"a":[[1]]}\n';
  assert.deepEqual(heard([deep], { maxNesting: 3 }), [1]);
  assert.throws(() => heard([deep], { maxNesting: 2 }), /nested deeper than 2 levels/);
});
