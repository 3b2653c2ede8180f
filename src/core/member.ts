/** A member of what came from anywhere, such as a menu's argument; undefined where there is none. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** A member that is a text and not empty. */
export function textIn(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === "string" && member !== "" ? member : undefined;
}
