import { parseOpRef } from "../counts/opRef.ts";

/** The name that a person knows an op by: of a ref its name without project and version, else the text as it is. */
export function opName(op: string): string {
  const name = parseOpRef(op)?.name;
  if (name !== undefined || !op.startsWith("weave:///")) return name ?? op;
  // A name with a slash or a colon is in no ref that can be sent back, but it is shown.
  const [, odd] = /^weave:\/\/\/[^/]*\/[^/]*\/op\/(.+?)(?::[^:/]*)?$/s.exec(op) ?? [];
  return odd ?? op;
}
