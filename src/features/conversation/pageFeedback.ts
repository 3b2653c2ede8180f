import * as l10n from "@vscode/l10n";
import type { Disposable } from "vscode";
import type { Conversation } from "../../core/conversation/conversation.ts";
import type { ConversationSubject } from "../../core/conversation/conversationAddress.ts";
import type { Fault } from "../../core/failures/fault.ts";
import { faultText } from "../../core/failures/faultText.ts";
import type { FeedbackMark } from "../../core/feedback/feedbackText.ts";
import type { ProjectFeedback } from "../../core/feedback/projectFeedback.ts";
import { backgroundClient } from "../../core/port/projectClient.ts";
import { unattended } from "../../vscode/ui/commands.ts";
import type { ConversationPanel } from "./conversationPanel.ts";
import type { ConversationParts } from "./register.ts";

interface Shown {
  readonly content: Conversation;
  readonly address: ConversationSubject;
  readonly panels: ReadonlySet<ConversationPanel>;
}

/** The feedback of an open conversation: requested for the turns in view once their calls are known, all at once. */
export class PageFeedback implements Disposable {
  readonly #shown: Shown;
  readonly #parts: ConversationParts;
  #feedback: ProjectFeedback | null = null;
  #subscription: { dispose(): void } | null = null;
  #controller = new AbortController();
  #isLoading = false;
  #isDue = false;
  /** Whether what is known is due, too. */
  #isAgain = false;
  /** Why the last request failed: the next is that of Refresh. */
  #fault: Fault | null = null;

  constructor(shown: Shown, parts: ConversationParts) {
    this.#shown = shown;
    this.#parts = parts;
  }

  /** The marks of a turn, or null for those of the conversation; null before they were requested. */
  marksOf(turnId: string | null): readonly FeedbackMark[] | null {
    const { content, address } = this.#shown;
    const { formats } = this.#parts;
    if (turnId === null) {
      const marks = this.#feedback?.marksOfConversation(address.conversation?.id ?? "", formats) ?? [];
      return this.#fault === null ? marks : [faultMark(this.#fault), ...marks];
    }
    const turn = content.turn(turnId);
    return (turn && this.#feedback?.marksOf(turn, content.callsIn(turnId), formats)) ?? null;
  }

  /** Requests what is not known of the turns in view, or all of it again. */
  check(isAgain = false): void {
    this.#isDue = true;
    if (isAgain) this.#isAgain = true;
    if (!this.#isLoading && (this.#fault === null || isAgain)) unattended(this.#load(), this.#parts.log);
  }

  /** Drops everything: the session or the project has changed. */
  reset(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#subscription?.dispose();
    this.#subscription = this.#feedback = this.#fault = null;
    this.#isDue = this.#isAgain = false;
    this.#send();
  }

  dispose(): void {
    this.reset();
  }

  async #load(): Promise<void> {
    const { project } = this.#parts;
    const { signal } = this.#controller;
    this.#isLoading = true;
    try {
      while (this.#isDue && !signal.aborted) {
        const isAgain = this.#isAgain;
        this.#isDue = this.#isAgain = false;
        const { content, address } = this.#shown;
        const { target } = project.threads;
        // What becomes known in the same moment is one request.
        await new Promise((resolve) => setImmediate(resolve));
        const calls = content.callsInView;
        if (target === null || calls.length === 0 || signal.aborted) return;
        const feedback = await project.feedback.get();
        if (signal.aborted) return;
        this.#follow(feedback);
        const before = this.#fault;
        this.#fault = await feedback.load(address.conversation, calls, backgroundClient(target), signal, isAgain);
        if (this.#fault !== before) this.#send();
        if (this.#fault !== null) return;
      }
    } finally {
      this.#isLoading = false;
      // What became due after a reset waited for the end of the canceled request.
      if (signal.aborted && this.#isDue) this.check();
    }
  }

  #follow(feedback: ProjectFeedback): void {
    if (feedback === this.#feedback) return;
    this.#subscription?.dispose();
    this.#feedback = feedback;
    this.#subscription = feedback.subscribe(() => this.#send());
  }

  #send(): void {
    for (const panel of this.#shown.panels) panel.sendFeedback();
  }
}

function faultMark(fault: Fault): FeedbackMark {
  const text = l10n.t("Feedback not loaded. {0}", faultText(fault));
  return { id: "fault", callId: null, callName: null, text, by: "", isReaction: false, isOwn: false };
}
