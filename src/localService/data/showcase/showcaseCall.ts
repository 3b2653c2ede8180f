import type { Json, JsonObject } from "../../../core/text/json.ts";
import type { OpCatalog } from "../opCatalog.ts";
import type { Span, Usage } from "../workSpan.ts";

export type OpAt = OpCatalog["opAt"];

/** A call in a showcase: its content, and its own duration without nested calls. */
export interface ShowcaseCall {
  /** Op name. */
  readonly op: string;
  readonly displayName?: string;
  readonly inputs: JsonObject;
  readonly output: Json;
  readonly seconds: number;
  /** Seconds since the previous call. */
  readonly pause?: number;
  /** Exception text. */
  readonly failure?: string | undefined;
  readonly running?: boolean;
  readonly usage?: Usage;
  /** Sequential nested calls. */
  readonly steps?: readonly ShowcaseCall[];
}

/** The calls as turns, the last of which ends at `end`. Times are milliseconds since the epoch. */
export function turnSpans(turns: readonly ShowcaseCall[], end: number, opAt: OpAt): readonly Span[] {
  const whole = turns.reduce((sum, turn) => sum + milliseconds(turn), 0);
  return successive(turns, end - whole, opAt).map((span) => ({ ...span, isTurn: true }));
}

function successive(calls: readonly ShowcaseCall[], start: number, opAt: OpAt): readonly Span[] {
  let moment = start;
  return calls.map((call) => {
    const span = spanOf(call, moment + 1000 * (call.pause ?? 0), opAt);
    moment += milliseconds(call);
    return span;
  });
}

/** From the end of the previous call to the end of this one. */
function milliseconds({ pause = 0, seconds, steps = [] }: ShowcaseCall): number {
  return Math.round(1000 * (pause + seconds)) + steps.reduce((sum, step) => sum + milliseconds(step), 0);
}

function spanOf(call: ShowcaseCall, start: number, opAt: OpAt): Span {
  const { op, displayName = null, inputs, output, usage = null, failure = null, running = false, steps = [] } = call;
  const returned = !running && failure === null;
  return {
    op: opAt(op, start),
    displayName,
    start,
    end: running ? null : start + milliseconds({ ...call, pause: 0 }),
    failure,
    attributes: { environment: "production" },
    inputs,
    output: returned ? output : null,
    usage: returned ? usage : null,
    inputRefs: Object.values(inputs).filter(isObjectRef),
    isTurn: false,
    // Nested calls start a little after the call itself.
    children: successive(steps, start + Math.round(500 * call.seconds), opAt),
  };
}

function isObjectRef(value: Json): value is string {
  return typeof value === "string" && /^weave:\/\/\/[^/]+\/[^/]+\/object\//.test(value);
}
