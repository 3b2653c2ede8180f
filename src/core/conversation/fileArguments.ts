import { isObject, type Json } from "../text/json.ts";

/** The file that the arguments of a tool call name, and what an edit replaces in it. */
export interface FileArguments {
  /** As the tool got it, absolute or not. */
  readonly path: string;
  readonly edit: Readonly<Record<EditSide, string>> | null;
}

export type EditSide = "before" | "after";
export const editSides = ["before", "after"] as const satisfies readonly EditSide[];

/** Of Claude Code, editors with agents, and the file tools of model vendors. */
const paths = ["file_path", "filePath", "notebook_path", "target_file"];
const texts = [
  ["old_string", "new_string"],
  ["oldString", "newString"],
  ["old_str", "new_str"],
] as const;

/** Null if the arguments name no file. */
export function fileArguments(given: Json): FileArguments | null {
  if (!isObject(given)) return null;
  const path = paths.map((key) => given[key]).find((value) => value != null && value !== "") ?? fileIn(given.path);
  if (typeof path !== "string") return null;
  for (const [old, changed] of texts) {
    const [before, after] = [given[old], given[changed]];
    if (typeof before === "string" && typeof after === "string") return { path, edit: { before, after } };
  }
  return { path, edit: null };
}

/** A `path` is a folder as often. */
function fileIn(path: Json | undefined): Json | undefined {
  return typeof path === "string" && /\.\w+$/.test(path) ? path : undefined;
}
