import { access } from "node:fs/promises";
import { join } from "node:path";
import { projectFolder } from "./paths.ts";
import { SetupError } from "./setupError.ts";

/** The absolute path of the extension packed by `npm run package`. */
export async function packedExtension(): Promise<string> {
  const vsix = join(projectFolder, "dist", "weave-threads.vsix");
  try {
    await access(vsix);
  } catch {
    throw new SetupError("The extension is not packed: run `npm run package` first.");
  }
  return vsix;
}
