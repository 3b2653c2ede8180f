// Preloaded into the extension host. Runs tasks of tests alongside the packed extension, which exposes no API.
import { createRequire, registerHooks } from "node:module";
import { connect } from "node:net";
import { dirname, sep } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";
import type * as vscode from "vscode";
import type { HostAnswer, HostTask, Inside } from "./protocol.ts";

interface Exports {
  activate(context: vscode.ExtensionContext): void;
  deactivate?(): unknown;
}

const bundle = /\/weave-threads\.weave-threads-[^/]*\/dist\/extension\.cjs$/;
const port = Number(process.env.WEAVE_THREADS_TEST_PORT);

/** The exports of the bundle that was loaded last. */
let exported: Exports | undefined;

/** Active only while the bundle loads: with a hook, the oldest editor's Node.js cannot import VS Code's `fetch`. */
function hookBundle(): { deregister(): void } {
  return registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!bundle.test(url)) return loaded;
      return {
        ...loaded,
        source: `${String(loaded.source)}\n;module.exports = globalThis.weaveThreadsLoaded(module);`,
      };
    },
  });
}
let hook = hookBundle();

/** Promises of disposed tree views, resolved when VS Code has removed them. */
const viewEnds: unknown[] = [];

/** VS Code removes a disposed tree view later, by ID, and would also remove a new view with that ID. */
function noteViewEnds(window: typeof vscode.window): void {
  const { createTreeView } = window;
  const noting: typeof createTreeView = (id, options) => {
    const view = createTreeView(id, options);
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

/** Called at the end of the bundle. Captures the context at activation. */
function loaded(module: { exports: Exports; filename: string }): Exports {
  hook.deregister();
  const first = exported === undefined;
  exported = module.exports;
  if (!first) return exported;
  const activate: Exports["activate"] = (context) => {
    const inside = insideOf(context, module.filename);
    noteViewEnds(inside.vscode.window);
    exported?.activate(context);
    dial(inside);
  };
  // Other bundles also import from this one.
  return Object.create(exported, {
    activate: { value: activate },
    deactivate: { value: () => exported?.deactivate?.() },
  });
}
Object.assign(globalThis, { weaveThreadsLoaded: loaded });

function insideOf(context: vscode.ExtensionContext, main: string): Inside {
  const require = createRequire(main);
  const api: typeof vscode = require("vscode");
  return {
    vscode: api,
    context,
    stop: async () => {
      // Keep log channels: VS Code would return the disposed one on the next request.
      const ending = context.subscriptions.splice(0).filter((each) => !("onDidChangeLogLevel" in each));
      for (const each of ending.reverse()) await each.dispose();
      await exported?.deactivate?.();
      await Promise.all(viewEnds.splice(0));
    },
    start: () => {
      const folder = dirname(main) + sep;
      for (const file of Object.keys(require.cache)) if (file.startsWith(folder)) delete require.cache[file];
      hook = hookBundle();
      require(main);
      exported?.activate(context);
    },
  };
}

function dial(inside: Inside): void {
  const socket = connect(port, "127.0.0.1");
  // The test may finish before the window closes.
  socket.on("error", () => undefined);
  const send = (answer: HostAnswer) => socket.write(`${JSON.stringify(answer)}\n`);
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
