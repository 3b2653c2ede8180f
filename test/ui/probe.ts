import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type * as vscode from "vscode";
import { type FreshFolder, freshFolder } from "../editor/freshFolder.ts";

/** An extension for a development window. `activate` runs in the extension host, without what is around it. */
export async function probe(manifest: object, activate: (api: typeof vscode) => void): Promise<FreshFolder> {
  const folder = await freshFolder("probe");
  const usual = { name: "probe", publisher: "probe", version: "1.0.0", main: "./probe.js", activationEvents: ["*"] };
  const text = JSON.stringify({ ...usual, engines: { vscode: "^1.105.0" }, ...manifest });
  await writeFile(join(folder.path, "package.json"), text);
  await writeFile(
    join(folder.path, "probe.js"),
    `exports.activate = () => (${activate.toString()})(require("vscode"));\n`,
  );
  return folder;
}
