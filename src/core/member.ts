/** A property of an unknown value, such as a menu's argument; undefined if missing. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** A property that is a non-empty string. */
export function textIn(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === "string" && member !== "" ? member : undefined;
}
