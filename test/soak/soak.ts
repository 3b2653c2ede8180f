import assert from "node:assert/strict";
import * as z from "zod";
import { agentSource } from "../../src/core/conversations/agentSource.ts";
import type { Fault } from "../../src/core/failures/fault.ts";
import type { ProjectId } from "../../src/core/query/projectId.ts";
import type { SortKey } from "../../src/core/query/threadQuery.ts";
import { visibleText } from "../../src/core/text/visibleText.ts";
import type { Random } from "../../src/localService/data/random.ts";
import { agentListPost } from "../../src/service/agents/agentRequest.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeRow, TreeView } from "../editor/workbench/treeView.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import type { InterposedService } from "../fault/interposedService.ts";
import { runCommandById } from "../ui/editorApi.ts";
import { askThreads, byId, type ThreadLine, threadsPath } from "../ui/threadRows.ts";
import { type FaultName, PresentFault } from "./faults.ts";
import { assertWords, reports } from "./words.ts";

/** A service, the project that is open in it, and what was chosen for that project. */
export interface Account {
  readonly service: InterposedService;
  readonly project: ProjectId;
  sort: readonly SortKey[];
  filter: {
    readonly thread_ids?: readonly string[];
    readonly after_datetime?: string;
    readonly before_datetime?: string;
  };
}

/** Does something in the window under the present fault, and rejects if the window does not show what it has to. */
export type Action = (soak: Soak, folder: string) => Promise<void>;

/** How long the window has to show the result of an action, with all attempts of its requests. */
const limitMs = 60_000;
const pageSize = 50;
const shownRows = 5;
/** Rows of a longer list are in blocks of so many. */
const blockSize = 500;
const agentPage = z.object({
  groups: z.array(
    z.object({ group_keys: z.object({ conversation_id: z.string() }), metrics: z.object({ turns: z.number() }) }),
  ),
});

export const soakSettings = {
  "weaveThreads.defaultTimeRange": "all",
  "weaveThreads.pageSize": pageSize,
  "weaveThreads.threadLabel": "id",
};

/** The window under test, and what it has to show. */
export class Soak {
  readonly window: Workbench;
  readonly view: TreeView;
  readonly random: Random;
  readonly accounts: readonly Account[];
  account: Account;
  /** The present fault; null if the service is well. */
  fault: PresentFault | null = null;
  /** The fixed faults of this action and of the one before it, which the view may report a moment later. */
  #fixed: PresentFault | null = null;
  #fixedBefore: PresentFault | null = null;
  /** How often each fault was met. */
  readonly met = new Map<FaultName, number>();
  /** How many faults were reported. */
  reported = 0;

  constructor(window: Workbench, random: Random, accounts: readonly [Account, ...Account[]]) {
    this.window = window;
    this.view = window.view("Threads");
    this.random = random;
    this.accounts = accounts;
    [this.account] = accounts;
  }

  /** The service fails from now on, for some requests or until it is fixed; null for a service that is well. */
  misbehave(name: FaultName | null, requests: number): void {
    this.#fixedBefore = this.#fixed;
    this.#fixed = null;
    this.fault = name === null ? null : new PresentFault(this.account.service, name, requests);
  }

  fix(): void {
    const { fault } = this;
    if (fault !== null && fault.met.length > 0) this.met.set(fault.name, (this.met.get(fault.name) ?? 0) + 1);
    this.#fixed = fault ?? this.#fixed;
    this.fault = null;
    for (const { service } of this.accounts) service.misbehave(null);
  }

  /** A request for all threads with the chosen filter, in the chosen order. */
  get request(): object {
    const { project, sort, filter } = this.account;
    const sort_by = sort.some(({ field }) => field === "thread_id") ? sort : [...sort, byId];
    return { project_id: project, sort_by, filter };
  }

  async expected(): Promise<readonly ThreadLine[]> {
    return await askThreads(this.account.service, this.request);
  }

  /** How many threads and agent conversations the list has. */
  async total(): Promise<number> {
    return (await this.expected()).length + (await this.agents()).length;
  }

  /** The agent conversations that the list has. */
  async agents(): Promise<readonly { readonly id: string; readonly turns: number }[]> {
    const { service, project, sort, filter } = this.account;
    if (!sort.every(({ field }) => agentSource.sorts.includes(field))) return [];
    const { thread_ids: ids = [], after_datetime: after, before_datetime: before } = filter;
    const { path, body } = agentListPost({
      ...{ project, ids },
      ...(after !== undefined && { after: Date.parse(after) }),
      ...(before !== undefined && { before: Date.parse(before) }),
    });
    const { groups } = agentPage.parse(JSON.parse(await service.ask(path, Object(body))));
    return groups.map(({ group_keys: { conversation_id: id }, metrics }) => ({ id, turns: metrics.turns }));
  }

  /** Runs a command that asks, and selects items by their labels. */
  async pick(command: string, title: string, ...labels: readonly string[]): Promise<void> {
    const { quickInput } = this.window;
    await this.window.startCommand(command);
    await quickInput.waitFor(title);
    for (const label of labels) await quickInput.pick(label);
  }

  /**
   * Waits for what an action leads to: what `shows` accepts, or a report of the present fault in `failure`, which is
   * empty if there is none. A fault that lasts must be reported if a request to one of `paths` has met it. Resolves to
   * whether it was.
   */
  async outcome(
    shows: () => Promise<void>,
    failure: () => Promise<string>,
    paths: readonly string[],
  ): Promise<boolean> {
    return await eventually(async () => {
      const text = await failure();
      if (text !== "") {
        this.assertReport(text);
        this.reported += 1;
        return true;
      }
      const { fault } = this;
      const isLate = fault?.lasts && fault.reported.length > 0 && fault.met.some((path) => paths.includes(path));
      assert.ok(!isLate, `${fault?.name} is not reported: ${await this.view.message()}`);
      await shows();
      return false;
    }, limitMs);
  }

  /** A text reports, in words, the present fault or one of those fixed just before. */
  assertReport(text: string): void {
    assertWords(text, "a report");
    const { host } = new URL(this.account.service.url);
    const { project } = this.account;
    const possible = [this.fault, this.#fixed, this.#fixedBefore].flatMap((fault) => fault ?? []);
    const faults = possible.flatMap(({ reported }) => reported).map((one): Fault => ({ ...one, host, project }));
    const names = possible.map(({ name }) => name).join(" or ") || "no fault";
    assert.ok(reports(text, faults), `${names} is reported as "${text}"`);
  }

  /** Waits for the rows or a reported fault; with a fault, the rows come once the service is fixed and asked again. */
  async settle(path = threadsPath): Promise<void> {
    await this.outcome(
      () => this.showsRows(),
      () => this.failure(),
      [path],
    );
    this.fix();
    await eventually(async () => {
      // A request that met the fault may fail later.
      const text = await this.failure();
      if (text !== "") {
        this.assertReport(text);
        await runCommandById(this.window, "weaveThreads.refresh");
      }
      // What an automatic refresh has found waits for the user.
      const [first] = await this.view.rows();
      if (/^[\d,]+ new$/.test(first?.label ?? "")) await runCommandById(this.window, "weaveThreads.refresh");
      await this.showsRows();
      await this.showsEnd();
    }, limitMs);
    await this.assertNoOddWords();
  }

  /** What the view says about a failed request; empty if nothing failed. */
  async failure(): Promise<string> {
    // It is the first row, or the last one for a next page.
    const last = (await this.view.rows()).length > 0 ? [await this.view.lastRow()] : [];
    if (last.length > 0) await this.view.scrollToTop();
    const ends = [...(await this.view.rows()), ...last];
    const failed = ends.find(({ icon, level }) => icon === "warning" && level === 1);
    const message = `${await this.view.message()} ${failed?.accessibleName ?? ""}`.trim();
    if (/not refreshed|missing|incomplete|Rate limited|failed/i.test(message)) return message;
    const welcome = this.window.page.locator(".part.sidebar .pane .welcome-view-content").filter({ visible: true });
    const [text = ""] = await welcome.allInnerTexts();
    return /^(?:Loading|No threads match|Count calls|Open a project|Sign in to see)/.test(text.trim()) ? "" : text;
  }

  /** The number of rows above the threads. */
  get #above(): number {
    return Object.keys(this.account.filter).length > 0 ? 1 : 0;
  }

  /** The visible threads are those of the service in its order, with agent conversations between them. */
  async showsRows(): Promise<void> {
    assert.equal(await this.view.busy(), false, "the view is busy");
    assert.equal(await this.failure(), "");
    const expected = await this.expected();
    const all = await this.total();
    if (all === 0) {
      assert.match(await this.view.welcome(), /^No conversations match the filter/);
      return;
    }
    const rows = await this.view.rows();
    const threads = rows.filter(({ accessibleName }) => accessibleName.startsWith("Thread "));
    const agents = rows.filter(({ accessibleName }) =>
      / agent conversation |^Agent conversation /.test(accessibleName),
    );
    assert.ok(threads.length + agents.length >= Math.min(all, shownRows), `${rows.length} rows`);
    const [first] = threads;
    const start =
      first === undefined
        ? 0
        : expected.findIndex((line) => first.accessibleName.startsWith(`Thread ${shown(line)}, `));
    assert.ok(start >= 0, first?.accessibleName);
    const { count } = await this.loaded();
    const level = count > blockSize ? 2 : 1;
    for (const [index, row] of threads.entries()) assertRow(row, expected[start + index], level);
    for (const row of rows)
      if (!threads.includes(row) && !agents.includes(row))
        assert.match(
          row.label,
          level === 1 ? /^(?:Clear Filter|Load more|[\d,]+ new)$/ : /^(?:Clear|Load|\w+ [\d,]+ to|[\d,]+ new)/,
        );
    await this.showsProject();
  }

  /** The view names the project of the account. */
  async showsProject(): Promise<void> {
    assert.match(await this.view.description(), new RegExp(`${this.account.project}(?: · |$)`));
  }

  /** The last row is the last conversation, or offers more. */
  async showsEnd(): Promise<void> {
    const all = await this.total();
    if (all === 0) return;
    const { label, ...last } = await this.view.lastRow();
    const index = last.index - this.#above;
    const { count, isComplete } = await this.loaded();
    assert.ok(count >= Math.min(pageSize, all), `${count} of ${all} conversations are loaded`);
    // A block that is not expanded has no rows.
    const isAt = (place: number) => count > blockSize || index === place;
    if (!isComplete) assert.deepEqual([label, isAt(count)], ["Load more", true]);
    else assert.deepEqual([count, isAt(count - 1), label === "Load more"], [all, true, false]);
    await this.showsRows();
  }

  /** The number of loaded threads, and whether the list has no more. */
  async loaded(): Promise<{ readonly count: number; readonly isComplete: boolean }> {
    const [, loaded = "", more] = /^([\d,]+)(\+?) · /.exec(await this.view.description()) ?? [];
    return { count: Number(loaded.replaceAll(",", "")), isComplete: more === "" };
  }

  /** Notifications, the status item and the view say nothing that is not worded; reports are of the present fault. */
  async assertNoOddWords(): Promise<void> {
    const item = this.window.statusItem("weaveThreads.count");
    const texts = [await this.view.message(), await this.view.description(), await item.accessibleName()];
    texts.push(...(await this.window.notifications.messages()));
    for (const text of texts) assertWords(text, "a text in the window");
  }

  /** Closes the tab that an action may have opened, and notifications. */
  async tidy(): Promise<void> {
    const host = await this.window.host();
    const [tabs, left] = await host.run(async ({ vscode }) => {
      const open = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      const labels = open().map(({ label }) => label);
      await vscode.window.tabGroups.close(open());
      await vscode.commands.executeCommand("notifications.clearAll");
      return [labels, open().map(({ label }) => label)] as const;
    });
    assert.ok(tabs.length <= 1, `more than one tab: ${tabs.join(", ")}`);
    assert.deepEqual(left, []);
  }
}

const shown = ({ thread_id }: ThreadLine): string => visibleText(thread_id).trim() || "(blank ID)";

/** A row of a thread is that of this line of the response, with its number of turns. */
function assertRow({ level, accessibleName, label }: TreeRow, line: ThreadLine | undefined, expected: number): void {
  assert.equal(level, expected);
  assert.ok(line !== undefined, `${accessibleName} is below the last thread`);
  const id = shown(line);
  assert.ok(accessibleName.startsWith(`Thread ${id}, `), `a row is ${accessibleName}, not ${id}`);
  // An ID may be such a value itself.
  assertWords(`${label} ${accessibleName}`.replaceAll(id, ""), "a row");
  const turns = line.turn_count === 1 ? "1 turn" : `${line.turn_count.toLocaleString("en-US")} turns`;
  assert.ok(accessibleName.includes(`, ${turns}`), `a row is ${accessibleName}, not of ${turns}`);
}
