import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectFolder } from "../editor/paths.ts";
import { eventually } from "../editor/workbench/eventually.ts";

/** Tells how long the extension host was held up at most; `probe.cjs` is what measures it, in an extension of its own. */
export class HostProbe {
  /** To be installed beside the extension that is measured. */
  readonly vsix: string;
  /** What the editor needs in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #file: string;

  private constructor(folder: string) {
    this.vsix = join(folder, "probe.vsix");
    this.#file = join(folder, "block");
    this.environment = { BLOCK_PROBE_FILE: this.#file };
  }

  /** Packed in a folder of the caller's. */
  static async packed(folder: string): Promise<HostProbe> {
    const probe = new HostProbe(folder);
    const vsce = join(projectFolder, "node_modules", "@vscode", "vsce", "vsce");
    const options = ["--no-dependencies", "--skip-license", "--allow-missing-repository", "--out", probe.vsix];
    await promisify(execFile)(process.execPath, [vsce, "package", ...options], {
      cwd: join(import.meta.dirname, "blockProbe"),
    });
    return probe;
  }

  /** Begins to measure anew. */
  async begin(): Promise<void> {
    await rm(this.#file, { force: true });
    await eventually(() => readFile(this.#file));
  }

  /** The longest time since then, in milliseconds. */
  async longest(): Promise<number> {
    return Number(await readFile(this.#file, "utf8"));
  }
}
