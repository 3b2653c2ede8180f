import { chartNames, type FromPage } from "../../core/overview/protocol.ts";
import * as z from "../../zod.ts";

/** Maximum characters of a chart: more than any that the page draws. */
const longestChart = 32_000_000;

const pageMessage = z.union([
  z.object({ kind: z.enum(["ready", "unfilter", "refresh", "stop"]) }),
  z.object({ kind: z.enum(["reveal", "openConversation"]), threadId: z.string() }),
  z.object({ kind: z.enum(["filter"]), after: z.number(), before: z.number() }),
  z.object({ kind: z.enum(["action"]), action: z.string() }),
  z.object({
    kind: z.enum(["export"]),
    what: z.union([
      z.object({ kind: z.enum(["figures"]) }),
      z.object({
        kind: z.enum(["chart"]),
        chart: z.enum(chartNames),
        format: z.enum(["svg", "png"]),
        content: z.string().check(z.maxLength(longestChart)),
      }),
    ]),
  }),
]);

/** A message of the page; undefined for anything else. */
export function readPageMessage(message: unknown): FromPage | undefined {
  return pageMessage.safeParse(message).data;
}
