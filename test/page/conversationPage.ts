import assert from "node:assert/strict";
import type { BrowserContext, Frame, Locator, Page } from "playwright-core";
import type { Call } from "../../src/core/calls/call.ts";
import type { FromPage, PageState, PartState, ToPage, TurnDocuments } from "../../src/core/conversation/page.ts";
import { words } from "../../src/core/conversation/words.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { PageServer } from "./pageServer.ts";
import type { Theme } from "./themes.ts";

/** The editor's side of the page: answers what it asks for, and keeps what it says. */
export interface EditorSide {
  /** What the page is told of a turn that comes near the screen; undefined to let it wait. */
  documents?(turnId: string): PartState<TurnDocuments> | undefined;
  calls?(turnId: string): PartState<readonly Call[]> | undefined;
}

/** Stands in for VS Code in the page: hands on messages, and keeps the state in what lasts over a reload. */
const editorApi = `(() => {
  if (location.pathname !== "/page") return;
  window.violations = [];
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => violations.push(violatedDirective + " " + blockedURI));
  window.acquireVsCodeApi = () => {
    delete window.acquireVsCodeApi;
    return {
      postMessage: (message) => void hear(structuredClone(message)),
      getState: () => JSON.parse(sessionStorage.getItem("state") ?? "null") ?? undefined,
      setState: (state) => sessionStorage.setItem("state", JSON.stringify(state)),
    };
  };
})()`;

/** A conversation page in a real browser. */
export class ConversationPage {
  readonly page: Page;
  readonly #server: PageServer;
  readonly #editor: EditorSide;
  readonly #sent: FromPage[] = [];
  readonly #strayRequests: string[] = [];
  #watched: readonly string[] = [];

  private constructor(page: Page, server: PageServer, editor: EditorSide) {
    this.page = page;
    this.#server = server;
    this.#editor = editor;
  }

  /** Opens the page; it has had `start`, and no state. */
  static async open(
    context: BrowserContext,
    server: PageServer,
    editor: EditorSide = {},
    theme: Theme = "dark",
  ): Promise<ConversationPage> {
    const page = await context.newPage();
    const opened = new ConversationPage(page, server, editor);
    page.on("request", (request) => {
      const known = ["/page", "/window", "/theme.css", "/conversation.css", "/conversation.js"];
      if (!known.includes(new URL(request.url()).pathname)) opened.#strayRequests.push(request.url());
    });
    page.on("pageerror", (error) => opened.#strayRequests.push(`error: ${error.message}`));
    await page.exposeBinding("hear", async (_source, message: FromPage) => await opened.#hear(message));
    await page.addInitScript(editorApi);
    await page.goto(server.address(theme));
    await opened.#isReady(1);
    return opened;
  }

  get frame(): Frame {
    const frame = this.page.frames().find((one) => one.url().startsWith(`${this.#server.origin}/page`));
    assert.ok(frame, "the page is in its frame");
    return frame;
  }

  /** What the page has sent, of one kind. */
  sent<Kind extends FromPage["kind"]>(kind: Kind): readonly Extract<FromPage, { kind: Kind }>[] {
    return this.#sent.filter((message): message is Extract<FromPage, { kind: Kind }> => message.kind === kind);
  }

  get watched(): readonly string[] {
    return this.#watched;
  }

  async send(message: ToPage): Promise<void> {
    // As JSON in a text: an object literal with a member `__proto__` is another object.
    await this.frame.evaluate(`window.postMessage(JSON.parse(${JSON.stringify(JSON.stringify(message))}))`);
  }

  async show(turns: readonly Call[], rest: Partial<PageState> = {}): Promise<void> {
    await this.send({ kind: "state", state: { ...emptyState, turns, ...rest } });
  }

  /** Loads the page anew, as when its tab is hidden and shown; the editor tells it everything again. */
  async reload(): Promise<void> {
    const before = this.sent("ready").length;
    this.#watched = [];
    await this.frame.evaluate("location.reload()");
    await this.#isReady(before + 1);
  }

  turn(number: number): Locator {
    return this.frame.locator("article.turn").nth(number - 1);
  }

  locator(selector: string): Locator {
    return this.frame.locator(selector);
  }

  /** Gives the page what is typed from now on. */
  async focus(): Promise<void> {
    await this.page.locator("iframe").focus();
  }

  async evaluate<T>(script: string): Promise<T> {
    return await this.frame.evaluate<T>(script);
  }

  /** Nothing was asked of any network, broke the policy, or threw. */
  async isQuiet(): Promise<void> {
    assert.deepEqual(this.#strayRequests, []);
    assert.deepEqual(await this.frame.evaluate("violations"), []);
  }

  async #isReady(times: number): Promise<void> {
    await eventually(() => assert.equal(this.sent("ready").length, times));
    await this.send({ kind: "start", language: "en", words });
  }

  async #hear(message: FromPage): Promise<void> {
    this.#sent.push(message);
    if (message.kind === "watch") {
      const come = message.turnIds.filter((turnId) => !this.#watched.includes(turnId));
      this.#watched = message.turnIds;
      for (const turnId of come) {
        const state = this.#editor.documents?.(turnId);
        if (state !== undefined) await this.send({ kind: "documents", turnId, state });
      }
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
  thread: "support/4711",
  project: "northwind/support-assistant",
  turns: [],
  now: noon,
  progress: "complete",
  notice: null,
};

/** The turn of this number, a minute after the one before. */
export function turn(number: number, changes: Partial<Call> = {}): Call {
  const id = `turn-${number}`;
  const startedAt = noon - 3_600_000 + number * 60_000;
  return {
    id,
    op: "weave:///northwind/support-assistant/op/answer_customer:1f",
    displayName: null,
    traceId: id,
    parentId: null,
    threadId: emptyState.thread,
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
