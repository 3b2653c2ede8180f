import type { SentTurns } from "../../core/conversation/pageTurns.ts";
import { type Part, partState, stepStates } from "../../core/conversation/partState.ts";
import type { PartState, ToPage } from "../../core/conversation/protocol.ts";
import { configuredClient } from "../../vscode/storage/settings.ts";
import type { OpenConversation } from "./openConversation.ts";

export interface TurnSenderOptions {
  readonly document: OpenConversation;
  readonly send: (message: ToPage) => void;
  /** What was sent to the current page. */
  readonly sent: () => SentTurns;
  /** Whether the page has a turn, near its screen. */
  readonly isShown: (turnId: string) => boolean;
}

/** Sends a page what it shows of turns. */
export class TurnSender {
  readonly #options: TurnSenderOptions;

  constructor(options: TurnSenderOptions) {
    this.#options = options;
  }

  /** With `unlessKept`, sends no documents that the page still has: a turn may come back into view. */
  all(turnId: string, unlessKept: boolean): void {
    this.steps(turnId);
    this.documents(turnId, unlessKept);
    this.feedback(turnId);
  }

  documents(turnId: string, unlessKept = false): void {
    const { document, send, sent, isShown } = this.#options;
    const turn = document.content.turn(turnId);
    if (turn === undefined || !isShown(turnId)) return;
    const part = document.content.documentsOf(turnId);
    if (unlessKept && sent().keeps(turn, part)) return;
    sent().postDocuments(turn, part);
    send({ kind: "documents", turnId, state: this.#partOf(part, (documents) => documents) });
  }

  calls(turnId: string): void {
    const { document, send } = this.#options;
    const part = document.content.callsOf(turnId);
    const more = part?.kind === "shown" && part.value.more;
    if (part !== undefined) send({ kind: "calls", turnId, state: this.#partOf(part, ({ calls }) => calls), more });
  }

  steps(turnId: string): void {
    const { document, send, isShown } = this.#options;
    const steps = document.content.stepsOf(turnId);
    if (steps === undefined || !isShown(turnId)) return;
    send({ kind: "steps", turnId, steps: stepStates(steps, configuredClient()) });
  }

  /** Of a turn, or null for the conversation itself. */
  feedback(turnId: string | null): void {
    const { document, send, isShown } = this.#options;
    const marks = turnId === null || isShown(turnId) ? document.feedback.marksOf(turnId) : null;
    if (marks !== null) send({ kind: "feedback", turnId, marks });
  }

  #partOf<From, To>(part: Part<From>, read: (value: From) => To): PartState<To> {
    const subject = this.#options.document.address.conversation === null ? "call" : "turn";
    return partState(part, configuredClient(), subject, read);
  }
}
