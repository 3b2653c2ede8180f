import * as l10n from "@vscode/l10n";
import { commands, type EventEmitter, type LanguageModelChat, Uri, window, workspace } from "vscode";
import { serviceOf } from "../../core/conversation/conversationAddress.ts";
import { comparedSide } from "../../core/diff/comparison.ts";
import { documentProblemText } from "../../core/documents/documentNotices.ts";
import { UserError } from "../../core/failures/fault.ts";
import { type Reader, sameReader } from "../../core/session/session.ts";
import { textIn } from "../../core/text/json.ts";
import type { Attempt, TriedCall } from "../../core/tryAgain/attempt.ts";
import type { LeftOut, Prompt } from "../../core/tryAgain/prompt.ts";
import { readPrompt, writeParts, writePrompt } from "../../core/tryAgain/promptDocument.ts";
import { attemptQuestion, modelName, promptHead, promptProblemText } from "../../core/tryAgain/promptFacts.ts";
import { readPromptOf } from "../../core/tryAgain/triedCall.ts";
import { attemptUris, openAttempt, originalPath } from "../../vscode/page/attemptDiff.ts";
import { onTextsClose } from "../../vscode/page/openTexts.ts";
import { besideConversation } from "../../vscode/page/tabs.ts";
import { isRefused, reportFailure, showNotReady, showRowIsGone } from "../../vscode/ui/commands.ts";
import { withLateProgress } from "../../vscode/ui/progress.ts";
import { Throttle } from "../../vscode/ui/throttle.ts";
import { askModel, chatModels, chooseModel, countTokens } from "./chatModel.ts";
import type { TryAgainParts } from "./register.ts";

/** Minimum interval between drawings of a response, in milliseconds. */
const drawInterval = 500;

/** A document with the messages of a call. */
interface Draft {
  readonly uri: Uri;
  readonly tried: TriedCall;
  /** Who has read it. */
  readonly reader: Reader;
  readonly leftOut: LeftOut;
  readonly original: string;
}

/** The drafts and attempts of this window. Attempts are kept until it closes. */
export class Drafts {
  readonly #parts: TryAgainParts;
  readonly #changes: EventEmitter<Uri>;
  /** By URI of the untitled document. */
  readonly #drafts = new Map<string, Draft>();
  /** By ID of the attempt: the text of each side. */
  readonly #texts = new Map<string, { readonly draft: Draft; attempt: string }>();

  constructor(parts: TryAgainParts, changes: EventEmitter<Uri>) {
    this.#parts = parts;
    this.#changes = changes;
    const listening = [
      changes,
      onTextsClose((uri) => {
        if (this.#drafts.delete(String(uri))) this.#showRun();
      }),
      // Another account or project has no access to the texts.
      parts.sessions.onChange(() => {
        for (const attempt of parts.attempts.value) for (const uri of attemptUris(attempt)) changes.fire(uri);
      }),
    ];
    parts.ending.addEventListener("abort", () => {
      for (const one of listening) one.dispose();
    });
  }

  /** Opens the messages of a call as a document to edit and run. */
  async open(given: unknown): Promise<void> {
    // Before the first wait, during which the focus may leave the conversation.
    const viewColumn = besideConversation();
    const { sessions, formats } = this.#parts;
    const { session, keyMark: mark } = sessions;
    const side = comparedSide(given);
    if (side === undefined || side.kind === "thread") return showRowIsGone();
    const target = this.#parts.target();
    const service = session && serviceOf(session);
    if (target === null || session === null || service === null) return showNotReady(session);
    if (!isTrusted() || (await chatModels()).length === 0) return;
    const read = await withLateProgress(l10n.t("Loading messages…"), (signal) => readPromptOf(side.id, target, signal));
    // Loading takes time, in which the project or privacy mode may have been changed.
    if (this.#parts.target() !== target) return;
    if (read === null) throw new UserError(documentProblemText({ kind: "missingCall", project: target.project }));
    const { name, prompt, leftOut, original } = read;
    if (prompt.messages.length === 0) throw new UserError(l10n.t("No messages were found in the inputs of this call."));
    const content = writePrompt(prompt, promptHead(name, prompt, leftOut, formats));
    const document = await workspace.openTextDocument({ language: "markdown", content });
    const tried = { service, project: target.project, callId: side.id };
    this.#drafts.set(String(document.uri), { uri: document.uri, tried, reader: { session, mark }, leftOut, original });
    this.#showRun();
    await window.showTextDocument(document, { viewColumn });
  }

  /** Sends the messages of a document, once the user agrees. */
  async run(given: unknown): Promise<void> {
    const uri = given instanceof Uri ? given : window.activeTextEditor?.document.uri;
    const draft = this.#drafts.get(String(uri));
    const document = workspace.textDocuments.find((each) => String(each.uri) === String(uri));
    if (draft === undefined || document === undefined) {
      window.showInformationMessage(l10n.t("Run Try Again… on a model call first."));
      return;
    }
    if (!this.#isOpen(draft)) throw new UserError(otherProjectText());
    if (!isTrusted()) return;
    const prompt = readPrompt(document.getText());
    if ("kind" in prompt) throw new UserError(promptProblemText(prompt));
    const model = await chooseModel(await chatModels());
    if (model !== undefined && (await this.#isAllowed(model, prompt, draft))) await this.#send(model, prompt, draft);
  }

  /** The text of a side of an attempt, or why it is not shown. */
  text({ query, path }: Uri): string {
    const id = textIn(JSON.parse(query), "attempt") ?? "";
    const texts = this.#texts.get(id);
    if (texts === undefined) return l10n.t("This attempt ended with its window.");
    if (!this.#isOpen(texts.draft)) return otherProjectText();
    return path === originalPath ? texts.draft.original : texts.attempt;
  }

  /** Whether the account that has read a draft has its project open, and privacy mode does not hide it. */
  #isOpen({ tried, reader }: Draft): boolean {
    const { session, keyMark: mark } = this.#parts.sessions;
    return session?.project === tried.project && sameReader({ session, mark }, reader);
  }

  /** Which documents have a button that runs them. */
  #showRun(): void {
    void commands.executeCommand("setContext", "weaveThreads.drafts", [...this.#drafts.keys()]);
  }

  async #isAllowed(model: LanguageModelChat, prompt: Prompt, { leftOut }: Draft): Promise<boolean> {
    const { formats, privacy } = this.#parts;
    const counting = (signal: AbortSignal) => countTokens(model, prompt, signal);
    const tokens = await withLateProgress(l10n.t("Counting tokens…"), counting);
    const { title, detail } = attemptQuestion(model, tokens, prompt, leftOut, formats);
    const send = l10n.t("Send");
    const chosen = await window.showInformationMessage(title, { modal: true, detail }, send);
    return chosen === send && !isRefused("weaveThreads.runDraft", privacy);
  }

  async #send(model: LanguageModelChat, prompt: Prompt, draft: Draft): Promise<void> {
    const { tried } = draft;
    const { attempts, ending, log } = this.#parts;
    const id = crypto.randomUUID();
    const isSame = (each: Attempt) => each.callId === tried.callId && each.project === tried.project;
    const number = attempts.value.filter(isSame).length + 1;
    const attempt: Attempt = { ...tried, id, number, model: model.name, startedAt: Date.now(), state: "running" };
    const texts = { draft, attempt: "" };
    this.#texts.set(id, texts);
    attempts.value = [...attempts.value, attempt];
    const [, uri] = attemptUris(attempt);
    const drawing = new Throttle(() => this.#changes.fire(uri), drawInterval);
    const end = (state: Attempt["state"]) => {
      drawing.flush();
      drawing.dispose();
      attempts.value = attempts.value.map((each) => (each.id === id ? { ...each, state } : each));
    };
    await openAttempt(attempt, draft.uri);
    let stopped: AbortSignal | undefined;
    const ask = (signal: AbortSignal) => {
      stopped = signal;
      const draw = (parts: Parameters<typeof writeParts>[0]) => {
        texts.attempt = writeParts(parts);
        drawing.call();
      };
      return askModel(model, prompt, draw, signal);
    };
    try {
      await withLateProgress(l10n.t("Waiting for {0}…", modelName(model)), ask, ending);
      end("complete");
    } catch (error) {
      end(stopped?.aborted ? "canceled" : "failed");
      reportFailure(error, log);
    }
  }
}

function otherProjectText(): string {
  return l10n.t("These messages belong to another project or account.");
}

/** In Restricted Mode, says why nothing is sent. */
function isTrusted(): boolean {
  if (!workspace.isTrusted)
    window.showInformationMessage(l10n.t("Try Again is not available in Restricted Mode. Trust this workspace first."));
  return workspace.isTrusted;
}
