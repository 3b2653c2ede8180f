import { parseOpRef } from "../counts/opRef.ts";

/** The display name of an op: of a ref, its name without project and version; otherwise the text itself. */
export function opName(op: string): string {
  const name = parseOpRef(op)?.name;
  if (name !== undefined || !op.startsWith("weave:///")) return name ?? op;
  // A name with a slash or a colon cannot be part of a ref that is sent back, but it is displayed.
  const [, odd] = /^weave:\/\/\/[^/]*\/[^/]*\/op\/(.+?)(?::[^:/]*)?$/s.exec(op) ?? [];
  return odd ?? op;
}
