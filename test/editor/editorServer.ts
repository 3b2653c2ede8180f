import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeServerMain, currentEditor } from "./codeServer.ts";
import { freshFolder } from "./freshFolder.ts";
import { endMarkedProcesses, markVariable } from "./markedProcesses.ts";
import { type ServerProcess, startServerProcess } from "./serverProcess.ts";
import { SetupError } from "./setupError.ts";
import { type UserSettings, writeUserSettings } from "./userSettings.ts";

export type EditorServerOptions = {
  /** The code-server version. */
  version?: string;
  /** The Node.js (22.18 or later) for the editor and its extension host; defaults to this process's. */
  node?: string;
  /** 0, the default, selects a free port. */
  port?: number;
  /** A packed extension to install. */
  vsix?: string;
  /** Others. */
  extensions?: readonly string[];
  settings?: UserSettings;
  /** Off by default, which trusts every folder. */
  workspaceTrust?: "on" | "off";
  /** Environment of the server and the extension host, which otherwise inherit only path, language and time zone. */
  environment?: Readonly<Record<string, string>>;
  /** Lets a page run tests in the extension host. Notifications are not shown in this mode. */
  testDriver?: boolean;
};

/** VS Code's server on 127.0.0.1. Its folders are removed when it is disposed. */
export type EditorServer = AsyncDisposable & {
  readonly port: number;
  /** The folder with `User` and `logs`. */
  readonly userData: string;
  /** The extension host's home folder. */
  readonly home: string;
  /** The URL that opens a folder or workspace file in a browser, with the connection token. */
  address(folder?: string, query?: Readonly<Record<string, string>>): string;
  /** Runs the editor's command line, such as `--install-extension`, to its end. Windows notice it when they reload. */
  command(...args: readonly string[]): Promise<void>;
  /** Replaces the user settings for windows opened afterwards. */
  writeSettings(settings: UserSettings): Promise<void>;
  /** Resolves when the server has exited for any reason. */
  readonly ended: Promise<void>;
};

const startLimitMs = 60_000;
const endGraceMs = 10_000;

/** Starts a server. Disposing waits until all its processes have exited. */
export async function startEditorServer(options: EditorServerOptions, signal: AbortSignal): Promise<EditorServer> {
  const serverMain = await codeServerMain(options.version ?? currentEditor, signal);
  const folder = await freshFolder("editor");
  const mark = randomBytes(16).toString("hex");
  const stop = async () => {
    await endMarkedProcesses(mark, endGraceMs);
    await folder[Symbol.asyncDispose]();
  };
  try {
    const token = randomBytes(16).toString("hex");
    const data = join(folder.path, "server");
    const userData = join(data, "data");
    const home = join(folder.path, "home");
    const temporary = join(folder.path, "tmp");
    await Promise.all([home, temporary].map((path) => mkdir(path)));
    // Command lines are visible to all users of the machine, so the token is passed in a file.
    const tokenFile = join(folder.path, "token");
    await writeFile(tokenFile, token, { mode: 0o600 });
    await writeUserSettings(userData, options.settings ?? {});

    const environment = { ...inherited(), ...options.environment, HOME: home, TMPDIR: temporary, [markVariable]: mark };
    const common = ["--accept-server-license-terms", "--disable-telemetry", "--server-data-dir", data];
    common.push("--extensions-dir", join(folder.path, "extensions"));
    const node = options.node ?? process.execPath;
    const run = (args: readonly string[]) =>
      startServerProcess(node, serverMain, [...common, ...args], folder.path, environment);
    const command = async (...args: readonly string[]) => {
      const process = run(args);
      if ((await process.ended) !== 0) throw new Error(`${args.join(" ")} failed:\n${process.lastLines()}`);
    };
    const packages = [...(options.vsix === undefined ? [] : [options.vsix]), ...(options.extensions ?? [])];
    for (const each of packages) await command("--install-extension", each);
    signal.throwIfAborted();

    const address = ["--host", "127.0.0.1", "--port", String(options.port ?? 0), "--connection-token-file", tokenFile];
    const server = run([
      ...address,
      ...(options.testDriver ? ["--enable-smoke-test-driver"] : []),
      ...(options.workspaceTrust === "on" ? [] : ["--disable-workspace-trust"]),
    ]);
    const port = await listening(server, options.port ?? 0, signal);
    return {
      port,
      userData,
      home,
      ended: server.ended.then(() => undefined),
      address: (opened, query = {}) => {
        const kind = opened?.endsWith(".code-workspace") ? "workspace" : "folder";
        const parameters = { tkn: token, ...(opened === undefined ? { ew: "true" } : { [kind]: opened }), ...query };
        return `http://127.0.0.1:${port}/?${new URLSearchParams(parameters)}`;
      },
      command,
      writeSettings: (settings) => writeUserSettings(userData, settings),
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The inherited variables: no tokens, proxies or variables of test runners or other editors. */
function inherited(): Record<string, string> {
  const names = ["PATH", "LANG", "LC_ALL", "TZ", "USER", "SHELL"];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

async function listening(server: ServerProcess, wanted: number, signal: AbortSignal): Promise<number> {
  const limit = AbortSignal.timeout(startLimitMs);
  const pattern = /(EADDRINUSE|EACCES)|agent listening on (\d+)[\s\S]*Web UI available/;
  try {
    const [, refused, port] = await server.printed(pattern, AbortSignal.any([signal, limit]));
    if (refused === undefined) return Number(port);
    throw new SetupError(
      refused === "EADDRINUSE"
        ? `Port ${wanted} is in use. Choose another with --port, or omit it to use a free one.`
        : `Port ${wanted} is reserved: specify one above 1023 with --port.`,
    );
  } catch (error) {
    if (error !== limit.reason) throw error;
    throw new Error(`The editor's server was not ready after ${startLimitMs / 1000} s:\n${server.lastLines()}`);
  }
}
