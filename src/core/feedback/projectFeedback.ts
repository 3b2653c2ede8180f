import { Observable } from "../async/observable.ts";
import { type Fault, ServiceError } from "../failures/fault.ts";
import { queryFeedback } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { Call } from "../query/call.ts";
import { type ConversationKey, keyText } from "../query/conversationKey.ts";
import { type Feedback, type FeedbackTarget, targetOf } from "../query/feedback.ts";
import type { Formats } from "../text/format.ts";
import { type FeedbackMark, feedbackMark, feedbackSummary } from "./feedbackText.ts";

/** Refs in one request: as many calls as are listed inside turns at once. */
const mostTargets = 2000;
/** Feedback in one response: a scorer writes one on each call. */
const mostFound = 5000;

/** The feedback that this window knows of a project's calls. */
export class ProjectFeedback {
  readonly #changed: Observable<void>;
  readonly #byTarget = new Map<string, readonly Feedback[]>();
  /** The targets of each conversation that were asked for. */
  readonly #conversations = new Map<string, Set<string>>();
  readonly #users = new Set<string>();
  /** With the number of writes before each. */
  readonly #written = new Map<string, number>();
  readonly #loaded = new Set<string>();
  readonly #removed = new Set<string>();
  /** An older service has none. */
  #isMissing = false;

  /** `changed` is notified. */
  constructor(changed = new Observable<void>(undefined)) {
    this.#changed = changed;
  }

  subscribe(listener: () => void): { dispose(): void } {
    return this.#changed.subscribe(listener);
  }

  /** The marks of a turn and the calls inside it, those of the turn first. */
  marksOf(turn: Call, inside: readonly Call[], formats: Formats): readonly FeedbackMark[] {
    const calls = new Map([turn, ...inside].map((call) => [textOf(targetOf(call)), call]));
    return [...calls].flatMap(([target, call]) => this.#marks(target, { call, turnId: turn.id }, formats));
  }

  /** The marks of an agent conversation itself. */
  marksOfConversation(id: string, formats: Formats): readonly FeedbackMark[] {
    return this.#marks(textOf({ kind: "agent_conversation", id }), { call: null, turnId: null }, formats);
  }

  /** What was found in a conversation, as one line; empty for nothing, or if it was not opened. */
  summaryOf(key: ConversationKey, formats: Formats): string {
    const targets = [...(this.#conversations.get(keyText(key)) ?? [])];
    return feedbackSummary(
      targets.flatMap((target) => this.#byTarget.get(target) ?? []),
      formats,
    );
  }

  /**
   * Requests the feedback of calls, and of an agent conversation itself; those that are known only if it `isAgain`.
   * Resolves to the fault. Services without feedback are asked only once.
   */
  async load(
    key: ConversationKey | null,
    calls: readonly Call[],
    target: ProjectClient,
    signal: AbortSignal,
    isAgain = false,
  ): Promise<Fault | null> {
    const itself: readonly FeedbackTarget[] = key?.kind === "agent" ? [{ kind: "agent_conversation", id: key.id }] : [];
    const wanted = [...itself, ...calls.map(targetOf)].filter((each) => isAgain || !this.#loaded.has(textOf(each)));
    if (wanted.length === 0 || (this.#isMissing && !isAgain)) return null;
    const writes = this.#written.size;
    for (const each of wanted) this.#know(key, textOf(each));
    try {
      for (let start = 0; start < wanted.length; start += mostTargets) {
        const targets = wanted.slice(start, start + mostTargets);
        const query = { project: target.project, targets, limit: mostFound };
        const found = await target.service.ask(queryFeedback, query, signal);
        for (const key of targets.map(textOf)) {
          this.#loaded.add(key);
          // What was written meanwhile may not be among what was found.
          const isLater = ({ id }: Feedback) => (this.#written.get(id) ?? -1) >= writes;
          this.#byTarget.set(key, (this.#byTarget.get(key) ?? []).filter(isLater));
        }
        for (const each of found.toReversed()) this.#add(each);
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.#isMissing = error.fault.kind === "routeMissing";
      return this.#isMissing ? null : error.fault;
    } finally {
      this.#changed.value = undefined;
    }
    return null;
  }

  /** What this window wrote. */
  put(key: ConversationKey | null, feedback: Feedback): void {
    this.#written.set(feedback.id, this.#written.size);
    if (feedback.userId !== "") this.#users.add(feedback.userId);
    this.#know(key, textOf(feedback.target));
    this.#add(feedback);
    this.#changed.value = undefined;
  }

  /** Whether this window wrote it. */
  isOwn(id: string): boolean {
    return this.#written.has(id) && !this.#removed.has(id);
  }

  remove(id: string): void {
    for (const [target, all] of this.#byTarget)
      if (all.some((each) => each.id === id))
        this.#byTarget.set(
          target,
          all.filter((each) => each.id !== id),
        );
    this.#removed.add(id);
    this.#changed.value = undefined;
  }

  #marks(target: string, place: Parameters<typeof feedbackMark>[1], formats: Formats): readonly FeedbackMark[] {
    const writers = { users: this.#users, written: this.#written };
    return (this.#byTarget.get(target) ?? []).map((each) => feedbackMark(each, place, writers, formats));
  }

  #know(key: ConversationKey | null, target: string): void {
    if (key === null) return;
    const known = this.#conversations.get(keyText(key)) ?? new Set();
    this.#conversations.set(keyText(key), known.add(target));
  }

  /** In order of time, each once: until the service has merged what was written twice, it lists both. */
  #add(feedback: Feedback): void {
    if (this.#removed.has(feedback.id)) return;
    const target = textOf(feedback.target);
    const others = (this.#byTarget.get(target) ?? []).filter(({ id }) => id !== feedback.id);
    this.#byTarget.set(target, [...others, feedback]);
  }
}

function textOf({ kind, id }: FeedbackTarget): string {
  return `${kind}:${id}`;
}
