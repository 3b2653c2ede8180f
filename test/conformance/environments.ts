import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { installOnce } from "../editor/installOnce.ts";
import { fetchedFolder } from "../editor/paths.ts";
import { SetupError } from "../editor/setupError.ts";
import type { OfficialClient } from "./officialClient.ts";

/** The newest release of `weave` that contains a server, and the packages that it needs to run in one process. */
const serverVersion = "0.53.12";
const serverPackages = [
  `weave[trace-server]==${serverVersion}`,
  "chdb==4.4.0",
  "clickhouse-connect==1.6.0",
  "fastapi==0.165.0",
  "python-multipart==0.0.34",
  "uvicorn==0.54.0",
];

/** The newest client, and the last one that sends requests in the older format. */
const clientVersions = ["0.54.0", "0.52.42"] as const;

/** The installed Python interpreters. */
export interface Environments {
  readonly server: string;
  readonly clients: readonly OfficialClient[];
}

const run = promisify(execFile);

/** Installs the server and the clients once, some 2 GB in about three minutes. */
export async function environments(signal: AbortSignal): Promise<Environments> {
  const requested = {
    name: `weave-server-${serverVersion}`,
    what: `the trace server (weave ${serverVersion}), about two minutes`,
    packages: serverPackages,
  };
  const server = await installedPython(requested, signal);
  return { server, clients: await officialClients(clientVersions, signal) };
}

/** Installs these releases of the Python client, each once. */
export async function officialClients(
  versions: readonly string[],
  signal: AbortSignal,
): Promise<readonly OfficialClient[]> {
  const clients: OfficialClient[] = [];
  for (const version of versions) {
    const what = `the Python client (weave ${version}), about half a minute`;
    const requested = { name: `weave-client-${version}`, what, packages: [`weave==${version}`] };
    clients.push({ version, python: await installedPython(requested, signal) });
  }
  return clients;
}

interface Installation {
  readonly name: string;
  readonly what: string;
  readonly packages: readonly string[];
}

/** Installs the packages once, in an environment of their own, and returns its interpreter. */
export async function installedPython({ name, what, packages }: Installation, signal: AbortSignal): Promise<string> {
  const python = await findPython(signal);
  const fill = (folder: string) => install(python, folder, packages, signal);
  return interpreter(await installOnce(fetchedFolder, { name, announcement: what, fill }, signal));
}

/** `python3`, or `python` on Windows. */
async function findPython(signal: AbortSignal): Promise<string> {
  const script =
    "import sys; print(sys.executable, '%d.%d' % sys.version_info[:2], sys.version_info >= (3, 10), sep='\\n')";
  const found: string[] = [];
  for (const name of ["python3", "python"]) {
    const output = await run(name, ["-c", script], { signal }).catch(() => null);
    signal.throwIfAborted();
    const [path, version, isNew] = output?.stdout.split(/\r?\n/) ?? [];
    if (path !== undefined && isNew === "True") return path;
    if (version !== undefined) found.push(version);
  }
  const instead = found.length === 0 ? "none was found" : `found ${[...new Set(found)].join(" and ")}`;
  throw new SetupError(`This needs Python 3.10 or newer as python3: ${instead}.`);
}

function interpreter(folder: string): string {
  return process.platform === "win32" ? join(folder, "Scripts", "python.exe") : join(folder, "bin", "python");
}

async function install(python: string, folder: string, packages: readonly string[], signal: AbortSignal) {
  const quiet = ["--quiet", "--disable-pip-version-check", "--no-input"];
  try {
    await run(python, ["-m", "venv", folder], { signal });
    await run(interpreter(folder), ["-m", "pip", "install", ...quiet, ...packages], { signal });
  } catch (error) {
    signal.throwIfAborted();
    const said = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    const reason = said.trim().split("\n").at(-1) ?? "";
    throw new SetupError(`pip could not install ${packages[0]} (${reason}).`, { cause: error });
  }
}
