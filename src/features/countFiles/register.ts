import { type Disposable, EventEmitter, type LogOutputChannel, languages } from "vscode";
import { type CountFileReading, countFileEnding } from "../../core/counts/countFile.ts";
import type { Formats } from "../../core/format.ts";
import type { Target } from "../../core/target.ts";
import { registerCommands } from "../../host/commands.ts";
import type { SessionStore } from "../../host/sessionStore.ts";

export interface CountFilesParts {
  readonly sessions: SessionStore;
  /** Whom to ask now, and the window's project; null when there is nobody. */
  readonly target: () => Target | null;
  /** Reads a body that is JSON; loads its code when first called. */
  readonly readCountFile: (body: unknown) => Promise<CountFileReading>;
  readonly formats: Formats;
  readonly log: LogOutputChannel;
}

/**
 * Count files: `*.weave-count.json`, each a question that can be kept, shared and asked again. Their code is loaded when
 * the first one is opened.
 */
export function registerCountFiles(parts: CountFilesParts): Disposable[] {
  const { sessions, log } = parts;
  const changed = new EventEmitter<void>();
  let loading: Promise<import("./countFiles.ts").CountFiles> | null = null;
  const load = async () => {
    const { CountFiles } = await import("./countFiles.ts");
    const files = new CountFiles(parts);
    files.onChange(() => changed.fire());
    return files;
  };
  const files = () => {
    loading ??= load();
    return loading;
  };
  return [
    changed,
    languages.registerCodeLensProvider(
      { pattern: `**/*${countFileEnding}` },
      {
        onDidChangeCodeLenses: changed.event,
        provideCodeLenses: async (document) => (await files()).lenses(document),
      },
    ),
    sessions.onChange(() => void loading?.then((loaded) => loaded.reset())),
    { dispose: () => void loading?.then((loaded) => loaded.dispose()) },
    ...registerCommands(
      {
        "weaveThreads.runCountFile": async (file: unknown) => (await files()).run(file),
        "weaveThreads.cancelCountFile": async (file: unknown) => (await files()).cancel(file),
        "weaveThreads.newCountFile": async (given: unknown) => (await files()).openNew(given),
      },
      log,
    ),
  ];
}
