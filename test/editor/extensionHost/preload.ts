// Preloaded into the extension host. Runs tasks of tests alongside the packed extension, which exposes no API.
import { registerHooks } from "node:module";
import { connect } from "node:net";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";
import type * as vscode from "vscode";
import type { HostResponse, HostTask, Inside } from "./protocol.ts";

interface Exports {
  activate(context: vscode.ExtensionContext): void;
  deactivate?(): unknown;
}

const bundle = /\/weave-threads\.weave-threads-[^/]*\/dist\/extension\.mjs$/;
const port = Number(process.env.WEAVE_THREADS_TEST_PORT);

/** The exports of the bundle that was loaded last. */
let exported: Exports;

/**
 * VS Code imports a module that wraps the bundle. The hook ends with that: with a hook, the oldest editor's Node.js
 * cannot import VS Code's `fetch`.
 */
const hook = registerHooks({
  load(url, context, nextLoad) {
    if (!bundle.test(url)) return nextLoad(url, context);
    hook.deregister();
    // VS Code makes the API object when an extension first imports it.
    const source = `
      import * as vscode from "vscode";
      const load = () => import(${JSON.stringify(`${url}?0`)});
      export const { activate, deactivate } = await globalThis.weaveThreadsLoaded(load, import.meta.filename, vscode);`;
    return { format: "module", source, shortCircuit: true };
  },
});

/** Resolves when this thread has been idle for a while: VS Code starts other extensions at the same time. */
async function idle(): Promise<void> {
  for (let quiet = 0; quiet < 5; ) {
    const before = performance.eventLoopUtilization();
    await pause(100);
    quiet = performance.eventLoopUtilization(before).utilization < 0.05 ? quiet + 1 : 0;
  }
}

/** CPU milliseconds of this thread; 0 where Node.js does not know them. */
function cpuTime(): number {
  const { user = 0, system = 0 } = process.threadCpuUsage?.() ?? {};
  return (user + system) / 1000;
}

/** Promises of disposed tree views, resolved when VS Code has removed them. */
const viewEnds: unknown[] = [];

/** The tree views that were created last, by ID. */
const views = new Map<string, vscode.TreeView<unknown>>();

/** VS Code removes a disposed tree view later, by ID, and would also remove a new view with that ID. */
function noteViews(window: typeof vscode.window): void {
  const { createTreeView } = window;
  const noting: typeof createTreeView = (id, options) => {
    const view = createTreeView(id, options);
    views.set(id, view);
    const dispose = view.dispose.bind(view);
    view.dispose = () => {
      // The pane outlives the view and would keep these.
      view.message = "";
      view.badge = undefined;
      viewEnds.push(dispose());
    };
    return view;
  };
  Object.assign(window, { createTreeView: noting });
}

/** Captures the context at activation. In the oldest editor, `require` has another API object than `import`. */
async function loaded(load: () => Promise<Exports>, main: string, api: typeof vscode): Promise<Exports> {
  if (process.env.WEAVE_THREADS_TEST_IDLE !== undefined) await idle();
  const before = cpuTime();
  exported = await load();
  const loading = cpuTime() - before;
  return {
    activate: (context) => {
      const inside = insideOf(context, main, api);
      noteViews(inside.vscode.window);
      const begun = cpuTime();
      exported.activate(context);
      dial({ ...inside, startTime: loading + cpuTime() - begun });
    },
    deactivate: () => exported.deactivate?.(),
  };
}
Object.assign(globalThis, { weaveThreadsLoaded: loaded });

function insideOf(context: vscode.ExtensionContext, main: string, api: typeof vscode): Inside {
  let starts = 0;
  return {
    vscode: api,
    context,
    views,
    startTime: 0,
    stop: async () => {
      // Keep log channels: VS Code would return the disposed one on the next request.
      const ending = context.subscriptions.splice(0).filter((each) => !("onDidChangeLogLevel" in each));
      for (const each of ending.reverse()) await each.dispose();
      await exported.deactivate?.();
      await Promise.all(viewEnds.splice(0));
    },
    start: async () => {
      starts += 1;
      exported = await import(`${pathToFileURL(main).href}?${starts}`);
      exported.activate(context);
      // Answered by the window once it knows the commands that were registered before.
      await api.commands.getCommands();
    },
  };
}

function dial(inside: Inside): void {
  const socket = connect(port, "127.0.0.1");
  // The test may finish before the window closes.
  socket.on("error", () => undefined);
  const send = (answer: HostResponse) => socket.write(`${JSON.stringify(answer)}\n`);
  createInterface({ input: socket }).on("line", async (line) => {
    const { id, source, argument }: HostTask = JSON.parse(line);
    try {
      const work = runInThisContext(`(${source})`, { filename: pathToFileURL("task").href });
      send({ id, value: await work(inside, argument) });
    } catch (error) {
      send({ id, error: error instanceof Error ? String(error.stack) : String(error) });
    }
  });
}
