import type { BrowserContext, Locator, Page } from "playwright-core";
import type { FromPage, PageState, PartState, ToPage, TurnDocuments } from "../../src/core/conversation/protocol.ts";
import type { Call } from "../../src/core/query/call.ts";
import { threadKey } from "../../src/core/query/conversationKey.ts";
import { type Display, EditorPage } from "./editorPage.ts";
import type { PageServer } from "./pageServer.ts";
import type { Theme } from "./themes.ts";

/** The simulated editor's responses to the page. */
export interface EditorSide {
  /** The documents of a turn near the viewport; undefined if none are sent. */
  documents?(turnId: string): PartState<TurnDocuments> | undefined;
  /** The steps of a turn near the viewport, or after a request for one of them. */
  steps?(turnId: string, callId: string | null): Extract<ToPage, { kind: "steps" }>["steps"];
  /** Which paths are files of the workspace. */
  files?(paths: readonly string[]): readonly string[];
  calls?(turnId: string): PartState<readonly Call[]> | undefined;
}

/** A conversation page in a real browser. */
export class ConversationPage extends EditorPage<FromPage, ToPage> {
  readonly #editor: EditorSide;
  #watched: readonly string[] = [];

  private constructor(page: Page, server: PageServer, editor: EditorSide) {
    super(page, server);
    this.#editor = editor;
  }

  /** Opens the page and sends `start`, but no state. */
  static async open(
    context: BrowserContext,
    server: PageServer,
    editor: EditorSide = {},
    theme: Theme = "dark",
    display?: Display,
  ): Promise<ConversationPage> {
    const opened = new ConversationPage(await context.newPage(), server, editor);
    await opened.open(theme, "conversation", display);
    return opened;
  }

  get watched(): readonly string[] {
    return this.#watched;
  }

  async show(turns: readonly Call[], rest: Partial<PageState> = {}): Promise<void> {
    await this.send({ kind: "state", state: { ...emptyState, turns, ...rest } });
  }

  override async reload(): Promise<void> {
    this.#watched = [];
    await super.reload();
  }

  turn(number: number): Locator {
    return this.frame.locator("article.turn").nth(number - 1);
  }

  protected async hear(message: FromPage): Promise<void> {
    if (message.kind === "watch") {
      const come = message.turnIds.filter((turnId) => !this.#watched.includes(turnId));
      this.#watched = message.turnIds;
      for (const turnId of come) {
        const state = this.#editor.documents?.(turnId);
        if (state !== undefined) await this.send({ kind: "documents", turnId, state });
        const steps = this.#editor.steps?.(turnId, null);
        if (steps !== undefined) await this.send({ kind: "steps", turnId, steps });
      }
    } else if (message.kind === "step") {
      const { turnId, callId } = message;
      const steps = this.#editor.steps?.(turnId, callId);
      if (steps !== undefined) await this.send({ kind: "steps", turnId, steps });
    } else if (message.kind === "files") {
      await this.send({ kind: "files", paths: this.#editor.files?.(message.paths) ?? [] });
    } else if (message.kind === "calls") {
      const { turnId } = message;
      const state = this.#editor.calls?.(turnId);
      if (state !== undefined) await this.send({ kind: "calls", turnId, state, more: false });
    }
  }
}

/** 2026-11-03 12:00 UTC. */
export const noon = Date.UTC(2026, 10, 3, 12);

export const emptyState: PageState = {
  thread: threadKey("support/4711"),
  message: "",
  project: "northwind/support-assistant",
  turns: [],
  failures: [],
  now: noon,
  progress: "complete",
  following: "off",
  notice: null,
};

/** The turn with this number; each starts a minute after the previous one. */
export function turn(number: number, changes: Partial<Call> = {}): Call {
  const id = `turn-${number}`;
  const startedAt = noon - 3_600_000 + number * 60_000;
  return {
    id,
    op: "weave:///northwind/support-assistant/op/answer_customer:1f",
    displayName: null,
    traceId: "trace",
    parentId: null,
    conversation: emptyState.thread,
    turnId: id,
    startedAt,
    endedAt: startedAt + 1_500,
    exception: null,
    status: "success",
    usage: [],
    storedBytes: null,
    ...changes,
  };
}

/** A question and its answer. */
export function said(question: string, answer: string): PartState<TurnDocuments> {
  const value = {
    inputs: { messages: [{ role: "user", content: question }] },
    output: { choices: [{ message: { role: "assistant", content: answer } }] },
  };
  return { kind: "shown", value };
}
