import * as l10n from "@vscode/l10n";
import { commands, type EventEmitter, type LanguageModelChat, Uri, type ViewColumn, window, workspace } from "vscode";
import { serviceOf } from "../../core/conversation/conversationAddress.ts";
import type { Attempt } from "../../core/conversation/protocol.ts";
import { menuArgument } from "../../core/conversations/menuArgument.ts";
import { documentProblemText } from "../../core/documents/documentNotices.ts";
import { UserError } from "../../core/failures/fault.ts";
import { type Reader, sameReader } from "../../core/session/session.ts";
import { textIn } from "../../core/text/json.ts";
import { listed } from "../../core/text/sentences.ts";
import { visibleCut } from "../../core/text/visibleText.ts";
import { type Prompt, type PromptPart, readTried, type TriedPrompt } from "../../core/tryAgain/prompt.ts";
import { readPrompt, writeParts, writePrompt } from "../../core/tryAgain/promptDocument.ts";
import { attemptQuestion, modelName, promptHead } from "../../core/tryAgain/promptFacts.ts";
import { attemptUris, openAttempt, originalPath } from "../../vscode/page/attemptDiff.ts";
import { besideConversation, onUriClose } from "../../vscode/page/tabs.ts";
import { isRefused, reportFailure, showNotReady, showRowIsGone } from "../../vscode/ui/commands.ts";
import { withLateProgress } from "../../vscode/ui/progress.ts";
import { Throttle } from "../../vscode/ui/throttle.ts";
import { askModel, chatModels, chooseModel, countTokens } from "./chatModel.ts";
import type { TryAgainParts } from "./register.ts";

/** Minimum interval between drawings of a response, in milliseconds. */
const drawInterval = 500;

/** A document with the messages of a call. */
interface Draft extends Pick<TriedPrompt, "leftOut" | "original"> {
  readonly tried: Pick<Attempt, "service" | "project" | "callId">;
  /** Who has read it. */
  readonly reader: Reader;
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
    const closing = onUriClose((uri) => {
      if (this.#drafts.delete(String(uri))) this.#showRun();
    });
    // Another account or project has no access to the texts.
    const ended = parts.sessions.onChange(() => {
      for (const attempt of parts.attempts.value) for (const uri of attemptUris(attempt)) changes.fire(uri);
    });
    parts.ending.addEventListener("abort", () => {
      for (const one of [changes, closing, ended]) one.dispose();
    });
  }

  /** Opens the messages of a call as a document to edit and run. */
  async open(given: unknown): Promise<void> {
    // Before the first wait, during which the focus may leave the conversation.
    const viewColumn = besideConversation();
    const { sessions, target: current } = this.#parts;
    const { session, keyMark: mark } = sessions;
    const { turnId, callId = turnId } = menuArgument(given);
    const target = current();
    const service = session && serviceOf(session);
    if (callId === undefined) return showRowIsGone();
    if (target === null || session === null || service === null) return showNotReady(session);
    if (!workspace.isTrusted)
      throw new UserError(l10n.t("Try Again is not available in Restricted Mode. Trust this workspace first."));
    if ((await chatModels()).length === 0) return;
    const { project } = target;
    const read = await withLateProgress(l10n.t("Loading messages…"), (signal) => readTried(callId, target, signal));
    // Loading takes time, in which the project or privacy mode may have been changed.
    if (current() !== target) return;
    if (read === null) throw new UserError(documentProblemText({ kind: "missingCall", project }));
    if (read.prompt.parts.length === 0)
      throw new UserError(l10n.t("No messages were found in the inputs of this call."));
    const content = writePrompt(read.prompt, promptHead(read));
    const document = await workspace.openTextDocument({ language: "markdown", content });
    const { leftOut, original } = read;
    const tried = { service, project, callId };
    this.#drafts.set(String(document.uri), { tried, reader: { session, mark }, leftOut, original });
    this.#showRun();
    await window.showTextDocument(document, { viewColumn });
  }

  /** Sends the messages of a document, once the user agrees. */
  async run(given: unknown): Promise<void> {
    // A comparison elsewhere would replace the preview of a conversation.
    const { viewColumn } = window.tabGroups.activeTabGroup;
    const uri = given instanceof Uri ? given : window.activeTextEditor?.document.uri;
    const draft = this.#drafts.get(String(uri));
    const document = workspace.textDocuments.find((each) => String(each.uri) === String(uri));
    if (draft === undefined || document === undefined || !this.#isOpen(draft)) throw new UserError(elsewhereText());
    const prompt = readPrompt(document.getText());
    if (typeof prompt === "string") throw new UserError(prompt);
    const model = await chooseModel(await chatModels());
    if (model !== undefined && (await this.#isAllowed(model, prompt, draft)))
      await this.#send(model, prompt, draft, viewColumn);
  }

  /** The text of a side of an attempt, or why it is not shown. */
  text({ query, path }: Uri): string {
    const texts = this.#texts.get(textIn(JSON.parse(query), "attempt") ?? "");
    if (texts === undefined || !this.#isOpen(texts.draft)) return elsewhereText();
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
    const { formats, privacy, log } = this.#parts;
    const counting = (signal: AbortSignal) => countTokens(model, prompt, log, signal);
    const tokens = await withLateProgress(l10n.t("Counting tokens…"), counting);
    const { title, detail } = attemptQuestion(model, tokens, prompt, leftOut, formats);
    const send = l10n.t("Send");
    const chosen = await window.showInformationMessage(title, { modal: true, detail }, send);
    return chosen === send && !isRefused("weaveThreads.runDraft", privacy);
  }

  async #send(model: LanguageModelChat, prompt: Prompt, draft: Draft, viewColumn: ViewColumn): Promise<void> {
    const { tried } = draft;
    const { attempts, ending, formats, log } = this.#parts;
    const isSame = (each: Attempt) => each.callId === tried.callId && each.project === tried.project;
    const number = attempts.value.filter(isSame).length + 1;
    const name = l10n.t("Attempt {0}: {1}", number, visibleCut(model.name, 60));
    const facts = [name, formats.timeOfDay(Date.now())];
    const attempt = { ...tried, id: crypto.randomUUID(), name, text: listed([...facts, l10n.t("running")]) };
    const texts = { draft, attempt: "" };
    this.#texts.set(attempt.id, texts);
    attempts.value = [...attempts.value, attempt];
    const drawing = new Throttle(() => this.#changes.fire(attemptUris(attempt)[1]), drawInterval);
    const draw = (parts: readonly PromptPart[]) => {
      texts.attempt = writeParts(parts);
      drawing.call();
    };
    const end = (...state: readonly string[]) => {
      drawing.flush();
      drawing.dispose();
      const text = listed([...facts, ...state]);
      attempts.value = attempts.value.map((each) => (each.id === attempt.id ? { ...each, text } : each));
    };
    await openAttempt(attempt, viewColumn);
    try {
      const title = l10n.t("Waiting for {0}…", modelName(model));
      await withLateProgress(title, (signal) => askModel(model, prompt, draw, signal), ending);
      end();
    } catch (error) {
      end(error instanceof UserError ? l10n.t("failed") : l10n.t("canceled"));
      reportFailure(error, log);
    }
  }
}

function elsewhereText(): string {
  return l10n.t("These messages belong to another window, project or account.");
}
