const mostCauses = 5;

/** An error and what lies behind it, in a line for the log; no stack. */
export function causeText(error: unknown): string {
  const parts: string[] = [];
  for (let current = error; current !== undefined && parts.length < mostCauses; ) {
    parts.push(current instanceof Error ? `${current.name}: ${current.message}` : String(current));
    current = current instanceof Error ? current.cause : undefined;
  }
  return parts.join(", because of ");
}
