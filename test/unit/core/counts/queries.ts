import fc from "fast-check";
import type { Operand, Operation, Query } from "../../../../src/core/query/expression.ts";
import type { StoredCall } from "../../../../src/localService/query/storedCall.ts";

/**
 * Queries with every operator, most of them similar to those of conditions, with times and latencies that distinguish
 * the calls.
 */
export function queriesAbout(calls: readonly StoredCall[]): fc.Arbitrary<Query> {
  const seconds = fc.oneof(
    fc.constantFrom(0, ...calls.map((call) => call.started_at / 1000)),
    fc.constantFrom(1_763_000_000.0001, -1),
  );
  const milliseconds = fc.constantFrom(0, 250, ...calls.map((call) => (call.ended_at ?? 0) - call.started_at));
  const statuses = fc.constantFrom("success", "error", "running", "descendant_error", "failed");
  const literal = fc
    .oneof(seconds, milliseconds, statuses, fc.boolean())
    .map((value): Operand => ({ $literal: value }));
  const started: Operand = { $getField: "started_at" };
  const status: Operand = { $getField: "summary.weave.status" };
  const latency: Operand = { $getField: "summary.weave.latency_ms" };
  const field = fc.constantFrom<Operand>(started, status, latency, { $getField: "op_name" }, { $getField: "inputs.x" });
  const text = fc.constantFrom<Operand>({ $getField: "op_name" }, status, { $literal: "e" });

  const pair = fc.oneof(
    fc.tuple(
      fc.constant(started),
      seconds.map((value): Operand => ({ $literal: value })),
    ),
    fc.tuple(
      fc.constant(latency),
      milliseconds.map((value): Operand => ({ $literal: value })),
    ),
    fc.tuple(
      fc.constant(status),
      statuses.map((value): Operand => ({ $literal: value })),
    ),
    fc.tuple(field, fc.oneof(field, literal)),
  );
  const spec = fc.record(
    { input: text, substr: text, case_insensitive: fc.option(fc.boolean()) },
    { requiredKeys: ["input", "substr"] },
  );
  const leaf: fc.Arbitrary<Operation> = fc.oneof(
    pair.map(($gte) => ({ $gte })),
    pair.map(($gte): Operation => ({ $not: [{ $gte }] })),
    pair.map(($gt): Operation => ({ $not: [{ $gt }] })),
    pair.map(($eq) => ({ $eq })),
    pair.map(($gt) => ({ $gt })),
    pair.map(($lt) => ({ $lt })),
    pair.map(($lte) => ({ $lte })),
    fc
      .array(statuses, { minLength: 1, maxLength: 3 })
      .map((list): Operation => ({ $in: [status, list.map((value) => ({ $literal: value }))] })),
    spec.map(($contains) => ({ $contains })),
    spec.map(($containsToken) => ({ $containsToken })),
  );
  const operation = fc.letrec<{ operand: Operand; operation: Operation }>((tie) => ({
    operand: fc.oneof({ weight: 9, arbitrary: tie("operation") }, fc.constant<Operand>({ $literal: true })),
    operation: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      { weight: 3, arbitrary: leaf },
      fc.array(tie("operand"), { minLength: 1, maxLength: 4 }).map(($and) => ({ $and })),
      fc.array(tie("operand"), { minLength: 1, maxLength: 3 }).map(($or) => ({ $or })),
      tie("operand").map((operand): Operation => ({ $not: [operand] })),
    ),
  })).operation;
  return operation.map(($expr) => ({ $expr }));
}
