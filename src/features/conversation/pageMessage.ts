import { callDocumentNames } from "../../core/calls/call.ts";
import type { FromPage } from "../../core/conversation/protocol.ts";
import * as z from "../../zod.ts";

/** More turns than fit on any screen. */
const mostWatched = 500;

const text = z.string();

const pageMessage = z.union([
  z.object({ kind: z.enum(["ready", "stop", "transcript"]) }),
  z.object({ kind: z.enum(["watch"]), turnIds: z.array(text) }),
  z.object({ kind: z.enum(["load", "calls"]), turnId: text }),
  z.object({ kind: z.enum(["open"]), callId: text, document: z.enum([...callDocumentNames, "exception"]) }),
  z.object({ kind: z.enum(["code"]), op: text }),
  z.object({ kind: z.enum(["link"]), address: text }),
  z.object({ kind: z.enum(["copy"]), text }),
  z.object({ kind: z.enum(["action"]), action: text }),
]);

/** A message of the page; undefined for anything else. Only the first of its visible turns are used. */
export function readPageMessage(message: unknown): FromPage | undefined {
  const { data } = pageMessage.safeParse(message);
  return data?.kind === "watch" ? { ...data, turnIds: data.turnIds.slice(0, mostWatched) } : data;
}
