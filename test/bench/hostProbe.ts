import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectFolder } from "../editor/paths.ts";
import { eventually } from "../editor/workbench/eventually.ts";

/** The longest time that the extension host was blocked, measured by the extension in `probe.cjs`. */
export class HostProbe {
  /** To install alongside the extension under test. */
  readonly vsix: string;
  /** Environment variables for the editor. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #file: string;

  private constructor(folder: string) {
    this.vsix = join(folder, "probe.vsix");
    this.#file = join(folder, "block");
    this.environment = { BLOCK_PROBE_FILE: this.#file };
  }

  /** Packs the probe extension in `folder`. */
  static async packed(folder: string): Promise<HostProbe> {
    const probe = new HostProbe(folder);
    const vsce = join(projectFolder, "node_modules", "@vscode", "vsce", "vsce");
    const options = ["--no-dependencies", "--skip-license", "--allow-missing-repository", "--out", probe.vsix];
    await promisify(execFile)(process.execPath, [vsce, "package", ...options], {
      cwd: join(import.meta.dirname, "blockProbe"),
    });
    return probe;
  }

  /** Restarts the measurement. */
  async begin(): Promise<void> {
    await rm(this.#file, { force: true });
    await eventually(() => readFile(this.#file));
  }

  /** The longest delay since `begin`, in milliseconds. */
  async longest(): Promise<number> {
    return Number(await readFile(this.#file, "utf8"));
  }
}
