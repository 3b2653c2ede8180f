import type { TestContext } from "node:test";
import { type RunningService, serveCalls } from "../../../src/localService/http/server.ts";
import type { CallTable } from "../../../src/localService/query/callTable.ts";
import { CallDatabase } from "../../../src/localService/query/database.ts";
import type { ProjectData, PublishedObject, StoredCall } from "../../../src/localService/query/storedCall.ts";

export const project = "acme/desk";

/** An ordinary call, with changes for a test. */
export function call(changes: Partial<StoredCall> & { readonly id: string }): StoredCall {
  return {
    trace_id: changes.id,
    parent_id: null,
    thread_id: null,
    turn_id: null,
    op_name: "step",
    display_name: null,
    started_at: Date.UTC(2026, 10, 3, 10),
    ended_at: Date.UTC(2026, 10, 3, 10, 0, 1),
    deleted_at: null,
    expire_at: null,
    exception: null,
    wb_user_id: null,
    wb_run_id: null,
    wb_run_step: null,
    wb_run_step_end: null,
    input_refs: [],
    output_refs: [],
    storage_size_bytes: 10,
    attributes: {},
    inputs: {},
    output: null,
    summary: {},
    ...changes,
  };
}

/** A turn of a thread; times in seconds after 10:00 on November 3, 2026, the end null if running. */
export function turn(thread: string, id: string, start: number, end: number | null): StoredCall {
  const at = (seconds: number): number => Date.UTC(2026, 10, 3, 10) + seconds * 1000;
  return call({ id, turn_id: id, thread_id: thread, started_at: at(start), ended_at: end === null ? null : at(end) });
}

/** Serves the calls until the test ends. */
export async function serve(
  context: Pick<TestContext, "after">,
  calls: readonly StoredCall[],
  objects: readonly PublishedObject[] = [],
  table: CallTable = "merged",
): Promise<TestService> {
  return await serveProjects(context, [{ id: project, calls, objects }], table);
}

export async function serveProjects(
  context: Pick<TestContext, "after">,
  projects: readonly ProjectData[],
  table: CallTable = "merged",
): Promise<TestService> {
  const running = await serveCalls(new CallDatabase(projects, table), 0);
  context.after(() => running.close());
  return new TestService(running);
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A running service with a minimal client. */
export class TestService {
  readonly running: RunningService;
  readonly authorization: string;

  constructor(running: RunningService) {
    this.running = running;
    this.authorization = `Basic ${Buffer.from(`${running.username}:${running.password}`).toString("base64")}`;
  }

  /** Posts a body as JSON, or a string unchanged. */
  async post(path: string, body: object | string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const response = await fetch(this.running.url + path, {
      method: "POST",
      headers: { authorization: this.authorization, "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  async stats(request: object): Promise<unknown> {
    const answer = await this.post("/calls/query_stats", { project_id: project, ...request });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return JSON.parse(answer.text);
  }

  async count(request: object): Promise<unknown> {
    const stats = await this.stats(request);
    return typeof stats === "object" && stats !== null && "count" in stats ? stats.count : undefined;
  }

  async threads(request: object): Promise<readonly unknown[]> {
    return await this.#lines("/threads/stream_query", request);
  }

  async calls(request: object): Promise<readonly unknown[]> {
    return await this.#lines("/calls/stream_query", request);
  }

  /** The thread IDs of a response, in order. */
  async threadIds(request: object): Promise<readonly unknown[]> {
    const rows = await this.threads(request);
    return rows.map((row) =>
      typeof row === "object" && row !== null && "thread_id" in row ? row.thread_id : undefined,
    );
  }

  async #lines(path: string, request: object): Promise<readonly unknown[]> {
    const answer = await this.post(path, { project_id: project, ...request });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    const lines = answer.text === "" ? [] : answer.text.trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line));
  }
}
