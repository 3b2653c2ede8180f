import type { CustomDocument, Uri } from "vscode";
import { faultOf, isBroken } from "../../core/async/loadState.ts";
import { Conversation, type ConversationChange } from "../../core/conversation/conversation.ts";
import { type ConversationAddress, subjectName } from "../../core/conversation/conversationAddress.ts";
import { type Access, accessNotice, accessTo, turnsNotice } from "../../core/conversation/conversationNotice.ts";
import { PageFeedback } from "../../core/conversation/pageFeedback.ts";
import { foremost, type RevealTarget } from "../../core/conversation/pageTurns.ts";
import type { PageState } from "../../core/conversation/protocol.ts";
import type { Fault } from "../../core/failures/fault.ts";
import { faultNotice } from "../../core/failures/faultText.ts";
import { firstWords, spokenWords } from "../../core/messages/firstWords.ts";
import { longestText } from "../../core/text/rowLabel.ts";
import { configuredClient, threadMessages } from "../../vscode/storage/settings.ts";
import { logFailure, unattended } from "../../vscode/ui/commands.ts";
import type { ConversationPanel } from "./conversationPanel.ts";
import type { ConversationParts } from "./register.ts";

/** One open conversation, in one tab or in several side by side. */
export class OpenConversation implements CustomDocument {
  readonly uri: Uri;
  readonly address: ConversationAddress;
  readonly content: Conversation;
  readonly panels = new Set<ConversationPanel>();
  readonly feedback: PageFeedback;
  readonly #parts: ConversationParts;
  readonly #onClosed: () => void;
  #access: Access = { kind: "starting" };
  /** Whether it has to be requested again when it becomes visible. */
  #outdated = false;
  /** The turn to reveal in the tab that is about to be filled. */
  #toReveal: RevealTarget | null = null;
  /** The message of a turn whose documents may have been dropped since. */
  #words: { readonly of: string; readonly text: string } | null = null;
  /** A requested turn that was not listed. */
  #missing: string | null = null;

  constructor(uri: Uri, address: ConversationAddress, parts: ConversationParts, onClosed: () => void) {
    this.uri = uri;
    this.address = address;
    this.#parts = parts;
    this.#onClosed = onClosed;
    const onFailure = (error: unknown) => logFailure(error, parts.log);
    const onChange = (change: ConversationChange) => this.#notify(change);
    this.content = new Conversation({ ...address, now: Date.now, onChange, onBug: onFailure });
    this.feedback = new PageFeedback({
      ...{ content: this.content, conversation: address.conversation },
      ...{ project: parts.project, formats: parts.formats, onFailure },
      onChange: () => {
        for (const panel of this.panels) panel.sendFeedback();
      },
    });
    this.follow();
  }

  get state(): PageState {
    const { content, address } = this;
    const access = this.#access.kind;
    const fault = faultOf(content.load);
    const hasFailed = fault !== null || isBroken(content.load);
    const of = address.conversation === null ? "call" : "conversation";
    const failure = accessNotice(this.#access, of) ?? (hasFailed ? faultNotice(fault, of, configuredClient()) : null);
    const missing = this.#missing !== null && content.turn(this.#missing) === undefined;
    const elsewhere = access === "starting" ? "loading" : "complete";
    return {
      thread: address.conversation,
      ...(address.conversation === null && { call: subjectName(address) }),
      message: this.message,
      project: address.project,
      turns: content.turns,
      failures: content.failures,
      now: Date.now(),
      progress: access === "open" ? content.progress : elsewhere,
      following: access === "open" ? this.#parts.following.value : "off",
      notice: failure ?? turnsNotice(content.more, missing, this.#parts.formats),
    };
  }

  get isPrivate(): boolean {
    return this.#parts.privacy.value !== null;
  }

  /** The first user message of a thread, on one visible line: as the list has it, otherwise of the first turn shown. */
  get message(): string {
    const [first] = this.content.turns;
    if (this.address.conversation === null || first === undefined || !threadMessages()) return "";
    const documents = this.content.documentsOf(first.id);
    if (documents.kind === "shown") {
      const { inputs, content } = documents.value;
      const most = longestText + 1;
      const text = content === undefined ? firstWords(inputs, most, "first") : spokenWords(content, most);
      this.#words = { of: first.id, text };
    }
    const row = this.#parts.threads.threadOf(this.address.conversation);
    const known = this.#parts.messages.of(row?.agent === undefined ? { firstTurnId: first.id } : row);
    return known || (this.#words?.of === first.id ? this.#words.text : "");
  }

  /** Reveals a turn in the foremost tab. */
  reveal(wanted: RevealTarget): void {
    if (this.#missing !== null) {
      this.#missing = null;
      this.#notify({ kind: "turns" });
    }
    const panel = foremost(this.panels);
    if (panel === undefined) this.#toReveal = wanted;
    else panel.reveal(wanted);
  }

  /** A tab is ready. */
  filled(panel: ConversationPanel): void {
    if (this.#toReveal !== null) panel.reveal(this.#toReveal);
    this.#toReveal = null;
  }

  /** Requests turns that may have been added. */
  checkLater(): void {
    if (this.content.progress !== "loading") unattended(this.poll(), this.#parts.log);
  }

  /** A requested turn is not listed. */
  showMissing(turnId: string): void {
    this.#missing = turnId;
    this.#notify({ kind: "turns" });
  }

  /** Follows the session of the window: content that it may not access is dropped. */
  follow(): void {
    const { sessions, project } = this.#parts;
    this.#access = accessTo(this.address, sessions.session);
    this.feedback.reset();
    this.content.reset(this.#access.kind === "open" ? project.threads.target : null);
    this.#outdated = true;
    this.#missing = null;
    this.#words = null;
    this.check();
    this.#notify({ kind: "turns" });
  }

  /** Requests outdated content if visible. */
  check(): void {
    if (this.#outdated && this.#visible) unattended(this.refresh(), this.#parts.log);
  }

  /** Reloads if visible. Resolves to the fault. */
  async refresh(): Promise<Fault | null> {
    this.#outdated = !this.#visible;
    this.#missing = null;
    if (this.#outdated) return null;
    this.feedback.check(true);
    return this.content.refresh();
  }

  /** Like `refresh`, but automatic. */
  async poll(): Promise<Fault | null> {
    return this.#visible ? this.content.poll() : null;
  }

  dispose(): void {
    this.feedback.reset();
    this.content.reset(null);
    this.#onClosed();
  }

  get #visible(): boolean {
    return [...this.panels].some(({ visible }) => visible);
  }

  /** Sends the page what is not part of the content. */
  sendState(): void {
    this.#notify({ kind: "turns" });
  }

  #notify(change: ConversationChange): void {
    const isFirst = change.kind === "documents" && change.turnId === this.content.turns[0]?.id;
    if (isFirst && this.content.documentsOf(change.turnId).kind === "shown") this.sendState();
    for (const panel of this.panels) panel.notify(change);
  }
}
