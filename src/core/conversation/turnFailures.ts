import { Loader } from "../async/loader.ts";
import { shownValue } from "../async/loadState.ts";
import { isFailed } from "../calls/failedCalls.ts";
import { failingCall, failureText } from "../calls/failure.ts";
import { failuresIn } from "../port/conversationSource.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { Call } from "../query/call.ts";
import type { ConversationKey } from "../query/conversationKey.ts";
import { stageOf } from "./partState.ts";

/** The call of a turn that failed first. */
export interface TurnFailure {
  readonly turnId: string;
  readonly callId: string;
  /** `issue_refund: PaymentGatewayTimeout: no response after 8 s` */
  readonly text: string;
}

/** Which calls made the turns of a conversation fail: one request for all of them, again only if other turns have failed. */
export class TurnFailures {
  readonly #key: ConversationKey;
  readonly #loader: Loader<readonly Call[]>;
  readonly #onBug: (error: unknown) => void;
  /** The failed turns at the time of the last request. */
  #requested = "";

  constructor(
    key: ConversationKey,
    options: { now: () => number; onChange: () => void; onBug: (error: unknown) => void },
  ) {
    this.#key = key;
    this.#loader = new Loader(options.now);
    this.#onBug = options.onBug;
    this.#loader.subscribe(options.onChange);
  }

  /** Those of these turns that are known. */
  of(turns: readonly Call[]): readonly TurnFailure[] {
    const { load } = this.#loader;
    return turnFailures(turns, load.kind === "failed" ? [] : shownValue(load));
  }

  /** Requests the failed calls if these turns have failures that are not known. */
  follow(target: ProjectClient, turns: readonly Call[]): void {
    const failed = turns.filter(isFailed).map((turn) => `${turn.id} ${stageOf(turn)}`);
    const requested = failed.join("\n");
    if (requested === this.#requested && this.#loader.load.kind !== "failed") return;
    this.#requested = requested;
    if (failed.length === 0) this.#loader.reset();
    else this.#loader.run((signal) => failuresIn(this.#key, target, signal)).catch(this.#onBug);
  }

  reset(): void {
    this.#requested = "";
    this.#loader.reset();
  }
}

/**
 * For each failed turn, its call that failed first, or the turn itself if no failed call inside it is known. `failed` is
 * null while it loads.
 */
export function turnFailures(turns: readonly Call[], failed: readonly Call[] | null): readonly TurnFailure[] {
  if (failed === null) return [];
  const inTurn = Map.groupBy(failed, ({ turnId }) => turnId);
  return turns.filter(isFailed).flatMap((turn) => {
    const calls = inTurn.get(turn.id) ?? [];
    const call = failingCall(calls) ?? (turn.status === "error" ? turn : null);
    return call === null ? [] : [{ turnId: turn.id, callId: call.id, text: failureText(call) }];
  });
}

/** The same for turns outside conversations, from the calls inside each. */
export function failuresInside(
  turns: readonly Call[],
  inside: (turnId: string) => readonly Call[],
): readonly TurnFailure[] {
  const calls = turns.flatMap(({ id }) => inside(id).map((call) => ({ ...call, turnId: id })));
  return turnFailures(
    turns,
    calls.filter(({ status }) => status === "error"),
  );
}
