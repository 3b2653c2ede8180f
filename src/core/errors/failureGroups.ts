import { exceptionSummary, typeMark } from "../calls/exceptionType.ts";
import type { CallFailure } from "../query/call.ts";
import { anyVersion } from "../query/opRef.ts";

/** A failed call, with the line of its exception that names the type. */
export interface FailedCall extends Omit<CallFailure, "exception"> {
  readonly headline: string;
}

/** The failed calls of one op, any version, with one type of exception. */
export interface ErrorGroup {
  /** As in a call filter: an op ref of any version, or a bare name. */
  readonly op: string;
  /** See `ExceptionSummary`. */
  readonly type: string;
  /** The `typeMark` of all exceptions; null if they have none, or different ones. */
  readonly mark: string | null;
  /** The latest first; at least one. */
  readonly calls: readonly [FailedCall, ...FailedCall[]];
}

/** Groups failed calls as they arrive, the latest first. */
export class FailureGroups {
  readonly #groups = new Map<string, ErrorGroup>();
  readonly #ids = new Set<string>();

  /** The number of calls. A call that occurs twice in the response counts once. */
  get size(): number {
    return this.#ids.size;
  }

  add({ exception, ...failure }: CallFailure): void {
    if (this.#ids.has(failure.id)) return;
    this.#ids.add(failure.id);
    const { type, headline } = exceptionSummary(exception);
    const call = { ...failure, headline };
    const op = anyVersion(failure.op);
    const key = JSON.stringify([op, type]);
    const known = this.#groups.get(key);
    const mark = typeMark(exception, type);
    const same = known === undefined || known.mark === mark ? mark : null;
    this.#groups.set(key, { op, type, mark: same, calls: known === undefined ? [call] : [...known.calls, call] });
  }

  /** The group with most calls first, then the one that failed last. */
  sorted(): readonly ErrorGroup[] {
    const lastOf = ({ calls: [last] }: ErrorGroup) => last.startedAt;
    return [...this.#groups.values()].sort((a, b) => b.calls.length - a.calls.length || lastOf(b) - lastOf(a));
  }
}

/** The number of calls in the groups of each op, the op with most first. */
export function callsByOp(groups: readonly ErrorGroup[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { op, calls } of groups) counts.set(op, (counts.get(op) ?? 0) + calls.length);
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}
