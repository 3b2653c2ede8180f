import * as l10n from "@vscode/l10n";
import type { Fault } from "../failures/fault.ts";
import { faultText } from "../failures/faultText.ts";
import type { FeedbackMark } from "../feedback/feedbackText.ts";
import type { ProjectFeedback } from "../feedback/projectFeedback.ts";
import { backgroundClient } from "../port/projectClient.ts";
import type { OpenProject } from "../project/openProject.ts";
import type { Formats } from "../text/format.ts";
import type { Conversation } from "./conversation.ts";
import type { ConversationSubject } from "./conversationAddress.ts";

export interface PageFeedbackParts {
  readonly content: Pick<Conversation, "turn" | "callsIn" | "callsInView">;
  readonly conversation: ConversationSubject["conversation"];
  readonly project: Pick<OpenProject, "feedback"> & { readonly threads: Pick<OpenProject["threads"], "target"> };
  readonly formats: Formats;
  readonly onChange: () => void;
  /** Called with unexpected errors, and with the reason of a canceled request. */
  readonly onFailure: (error: unknown) => void;
}

/** The feedback of an open conversation: requested for the turns in view once their calls are known, all at once. */
export class PageFeedback {
  readonly #parts: PageFeedbackParts;
  #feedback: ProjectFeedback | null = null;
  #subscription: { dispose(): void } | null = null;
  #controller = new AbortController();
  #isLoading = false;
  #isDue = false;
  /** Whether what is known is due, too. */
  #isAgain = false;
  /** Why the last request failed: the next is that of Refresh. */
  #fault: Fault | null = null;

  constructor(parts: PageFeedbackParts) {
    this.#parts = parts;
  }

  /** The marks of a turn, or null for those of the conversation; null before they were requested. */
  marksOf(turnId: string | null): readonly FeedbackMark[] | null {
    const { content, conversation, formats } = this.#parts;
    if (turnId === null) {
      const marks = this.#feedback?.marksOfConversation(conversation?.id ?? "", formats) ?? [];
      return this.#fault === null ? marks : [faultMark(this.#fault), ...marks];
    }
    const turn = content.turn(turnId);
    return (turn && this.#feedback?.marksOf(turn, content.callsIn(turnId), formats)) ?? null;
  }

  /** Requests what is not known of the turns in view, or all of it again. */
  check(isAgain = false): void {
    this.#isDue = true;
    if (isAgain) this.#isAgain = true;
    if (!this.#isLoading && (this.#fault === null || isAgain)) this.#load().catch(this.#parts.onFailure);
  }

  /** Drops everything: the session or the project has changed, or the page is closed. */
  reset(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#subscription?.dispose();
    this.#subscription = this.#feedback = this.#fault = null;
    // The next request does not wait for the end of the canceled one.
    this.#isDue = this.#isAgain = this.#isLoading = false;
    this.#parts.onChange();
  }

  async #load(): Promise<void> {
    const { project, content, conversation, onChange } = this.#parts;
    const { signal } = this.#controller;
    this.#isLoading = true;
    try {
      while (this.#isDue) {
        const isAgain = this.#isAgain;
        this.#isDue = this.#isAgain = false;
        const { target } = project.threads;
        // What becomes known in the same moment is one request.
        await new Promise((resolve) => setImmediate(resolve));
        const calls = content.callsInView;
        if (target === null || calls.length === 0 || signal.aborted) return;
        const feedback = await project.feedback.get();
        if (signal.aborted) return;
        this.#follow(feedback);
        const fault = await feedback.load(conversation, calls, backgroundClient(target), signal, isAgain);
        if (signal.aborted) return;
        const isChanged = fault !== this.#fault;
        this.#fault = fault;
        if (isChanged) onChange();
        if (fault !== null) return;
      }
    } finally {
      if (!signal.aborted) this.#isLoading = false;
    }
  }

  #follow(feedback: ProjectFeedback): void {
    if (feedback === this.#feedback) return;
    this.#subscription?.dispose();
    this.#feedback = feedback;
    this.#subscription = feedback.subscribe(this.#parts.onChange);
  }
}

function faultMark(fault: Fault): FeedbackMark {
  const text = l10n.t("Feedback not loaded. {0}", faultText(fault));
  return { id: "fault", callId: null, callName: null, text, by: "", isReaction: false, isOwn: false };
}
