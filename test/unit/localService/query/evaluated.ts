import type { Literal, Operand, Operation } from "../../../../src/core/query/expression.ts";
import type { Json } from "../../../../src/core/text/json.ts";
import type { CallTable } from "../../../../src/localService/query/callTable.ts";
import type { StoredCall } from "../../../../src/localService/query/storedCall.ts";

/** An SQL boolean: null is unknown. */
export type Truth = boolean | null;

type Scalar = string | number | boolean | null;

interface Reading {
  readonly value: Scalar;
  /** Whether it was read from a document, where everything is a string. */
  readonly inDocument?: boolean;
}

/** A call and its table. */
interface Row extends StoredCall {
  readonly table?: CallTable;
}

const moments = new Set(["started_at", "ended_at", "deleted_at", "expire_at"]);

/** The sentinels of the complete table. */
const sentinels = new Map<string, Scalar>([
  ...["parent_id", "thread_id", "turn_id", "display_name", "exception"].map((name) => [name, ""] as const),
  ...["wb_user_id", "wb_run_id"].map((name) => [name, ""] as const),
  ...["wb_run_step", "wb_run_step_end", "ended_at", "deleted_at"].map((name) => [name, 0] as const),
]);

/** Evaluates an expression on a call, for the operators used in the tests. */
export function evaluate(operation: Operation, call: Row): Truth {
  if ("$and" in operation) return operation.$and.map((part) => truth(part, call)).reduce(both);
  if ("$or" in operation) return negate(operation.$or.map((part) => negate(truth(part, call))).reduce(both));
  if ("$not" in operation) return negate(truth(operation.$not[0], call));
  if ("$eq" in operation) {
    const [left, right] = operation.$eq;
    if ("$literal" in right && right.$literal === null) return read(left, call).value === nothingIn(left, call);
    return compare(left, right, call, (order) => order === 0);
  }
  if ("$gt" in operation) return compare(...operation.$gt, call, (order) => order > 0);
  if ("$gte" in operation) return compare(...operation.$gte, call, (order) => order >= 0);
  if ("$lt" in operation) return compare(...operation.$lt, call, (order) => order < 0);
  if ("$lte" in operation) return compare(...operation.$lte, call, (order) => order <= 0);
  if ("$in" in operation) {
    const [wanted, list] = operation.$in;
    const known = list.filter((member) => !("$literal" in member && member.$literal === null));
    const answers = known.map((member) => negate(compare(wanted, member, call, (order) => order === 0)));
    return negate(answers.reduce(both));
  }
  const { input, substr, case_insensitive } = "$contains" in operation ? operation.$contains : operation.$containsToken;
  const [text, part] = [read(input, call).value, read(substr, call).value].map((value) =>
    value === null ? null : case_insensitive ? String(value).toLowerCase() : String(value),
  );
  if (typeof text !== "string" || typeof part !== "string") return null;
  return "$contains" in operation ? text.includes(part) : text.split(/[^A-Za-z0-9\u0080-\uffff]/).includes(part);
}

function truth(operand: Operand, call: Row): Truth {
  const { value } = read(operand, call);
  return value === null ? null : Boolean(value);
}

function both(left: Truth, right: Truth): Truth {
  if (left === false || right === false) return false;
  return left === null || right === null ? null : true;
}

function negate(value: Truth): Truth {
  return value === null ? null : !value;
}

function compare(left: Operand, right: Operand, call: Row, test: (order: number) => boolean): Truth {
  const [first, second] = [operandValue(left, right, call), operandValue(right, left, call)];
  if (first === null || second === null) return null;
  if (typeof first === "string" && typeof second === "string") {
    return test(Buffer.compare(Buffer.from(first), Buffer.from(second)));
  }
  return test(Number(first) - Number(second));
}

function nothingIn(operand: Operand, call: Row): Scalar {
  const name = "$getField" in operand ? operand.$getField : "";
  return (call.table === "complete" ? sentinels.get(name) : null) ?? null;
}

/** A document value takes the type of a literal that it is compared with; a literal compared with a time is a time. */
function operandValue(operand: Operand, peer: Operand, call: Row): Scalar {
  const { value, inDocument } = read(operand, call);
  if (inDocument && "$literal" in peer) {
    if (typeof peer.$literal === "number") return toNumber(value, Number.isInteger(peer.$literal));
    if (typeof peer.$literal === "boolean") return toFlag(value);
  }
  if ("$getField" in peer && moments.has(peer.$getField) && "$literal" in operand) {
    return typeof value === "number" ? value * 1000 : Date.parse(String(value));
  }
  return value;
}

function read(operand: Operand, call: Row): Reading {
  if ("$literal" in operand) return { value: scalar(operand.$literal) };
  if ("$getField" in operand) return readField(operand.$getField, call);
  if ("$size" in operand) return { value: size(operand.$size, call) };
  if (!("$convert" in operand)) return { value: evaluate(operand, call) };
  const { value } = read(operand.$convert.input, call);
  switch (operand.$convert.to) {
    case "exists":
      return { value: value !== null };
    case "string":
      return { value: value === null ? null : String(value) };
    case "double":
      return { value: toNumber(value, false) };
    case "int":
      return { value: toNumber(value, true) };
    case "bool":
      return { value: toByte(value) };
  }
}

/** Items of a list, bytes of a string. */
function size(operand: Operand, call: Row): number | null {
  const name = "$getField" in operand ? operand.$getField : "";
  if (name === "input_refs" || name === "output_refs") return call[name].length;
  const { value } = read(operand, call);
  return value === null ? null : Buffer.byteLength(String(value));
}

function scalar(literal: Literal): Scalar {
  if (typeof literal === "object" && literal !== null) throw new Error("A structure is no value.");
  return literal;
}

const columns: Readonly<Record<string, (call: StoredCall) => Scalar>> = {
  id: (call) => call.id,
  // Internal IDs of projects, users and runs are unknown here.
  project_id: () => "internal",
  trace_id: (call) => call.trace_id,
  parent_id: (call) => call.parent_id,
  thread_id: (call) => call.thread_id,
  turn_id: (call) => call.turn_id,
  op_name: (call) => call.op_name,
  display_name: (call) => call.display_name,
  exception: (call) => call.exception,
  wb_user_id: (call) => call.wb_user_id && "internal",
  wb_run_id: (call) => call.wb_run_id && "internal",
  wb_run_step: (call) => call.wb_run_step,
  wb_run_step_end: (call) => call.wb_run_step_end,
  started_at: (call) => call.started_at,
  ended_at: (call) => call.ended_at,
  deleted_at: (call) => call.deleted_at,
  expire_at: (call) => call.expire_at,
  "summary.weave.latency_ms": (call) => (call.ended_at === null ? null : call.ended_at - call.started_at),
  "summary.weave.status": status,
  "summary.weave.trace_name": (call) => call.display_name ?? call.op_name.replace(/^.*\/op\/(.*):.*$/, "$1"),
};

const documents: Readonly<Record<string, (call: StoredCall) => Json>> = {
  inputs: (call) => call.inputs,
  output: (call) => call.output,
  attributes: (call) => call.attributes,
  summary: (call) => call.summary,
};

function readField(name: string, call: Row): Reading {
  const column = columns[name];
  if (column !== undefined) return { value: column(call) ?? nothingIn({ $getField: name }, call) };
  const [root = "", ...path] = name.split(".");
  const found = path.reduce<unknown>(
    (holder, key) => (typeof holder === "object" && holder !== null ? Reflect.get(holder, key) : undefined),
    documents[root]?.(call),
  );
  if (found === undefined || found === null) return { value: "", inDocument: true };
  return { value: typeof found === "string" ? found : JSON.stringify(found), inDocument: true };
}

function status(call: StoredCall): string {
  if (call.exception !== null) return "error";
  const errors = Number(/"error":(\d+)/.exec(JSON.stringify(call.summary))?.[1] ?? 0);
  if (errors > 0) return "descendant_error";
  return call.ended_at === null ? "running" : "success";
}

function toNumber(value: Scalar, whole: boolean): number | null {
  if (typeof value === "number") return whole ? Math.trunc(value) : value;
  if (typeof value === "boolean") return Number(value);
  if (value === null || value === "" || Number.isNaN(Number(value))) return null;
  return whole && !/^[+-]?\d+$/.test(value) ? null : Number(value);
}

function toFlag(value: Scalar): number | null {
  return value === "true" || value === "false" ? Number(value === "true") : toByte(value);
}

function toByte(value: Scalar): number | null {
  const number = toNumber(value, true);
  return number === null || number < 0 || number > 255 ? null : number;
}
