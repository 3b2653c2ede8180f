import type { Thread } from "../threads/thread.ts";
import { threadFields, threadRecord } from "../threads/threadJson.ts";
import type { ExportTable } from "./exportText.ts";

/** Threads as formatted by `threadRecord`. */
export const threadTable: ExportTable<Thread, (typeof threadFields)[number]> = {
  fields: threadFields,
  recordOf: threadRecord,
};
