/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export type JsonObject = { readonly [key: string]: Json };

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export type Container = readonly Json[] | JsonObject;

export function isNested(value: Json): value is Container {
  return typeof value === "object" && value !== null;
}

/** Whether a value is empty: null, or an empty text, list or object. */
export function isEmpty(value: Json): boolean {
  if (typeof value !== "object") return value === "";
  return value === null || (isList(value) ? value.length === 0 : Object.keys(value).length === 0);
}

/** The value of a JSON text; undefined if it is not valid. */
export function jsonIn(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

const utf8 = new TextEncoder();

/** Bytes of a value as compact JSON, in UTF-8. Not recursive. */
export function jsonSize(value: Json): number {
  const sizeOf = (scalar: Json) => utf8.encode(JSON.stringify(scalar)).length;
  let bytes = 0;
  const stack: Json[] = [value];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (!isNested(next)) {
      bytes += sizeOf(next);
      continue;
    }
    const inside = isList(next) ? next : Object.values(next);
    bytes += 2 + Math.max(0, inside.length - 1);
    if (!isList(next)) for (const key of Object.keys(next)) bytes += sizeOf(key) + 1;
    for (const each of inside) stack.push(each);
  }
  return bytes;
}

/**
 * A copy of a value in which `copied` has replaced every value, from the root down; it has to return new lists and
 * objects. Breadth first, not recursive.
 */
export function copiedJson(value: Json, copied: (each: Json) => Json): Json {
  const root = copied(value);
  const holders: Container[] = [root].filter(isNested);
  for (const holder of holders) {
    for (const [key, each] of Object.entries(holder)) {
      const copy = copied(each);
      // A key such as `__proto__` cannot be assigned.
      if (copy !== each) Object.defineProperty(holder, key, { value: copy });
      if (isNested(copy)) holders.push(copy);
    }
  }
  return root;
}

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

/** Whether two values are equal; the order of an object's fields does not count. Not recursive. */
export function isSameJson(one: Json, other: Json | undefined): boolean {
  const pairs: (readonly [Json, Json | undefined])[] = [[one, other]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [left, right] = pair;
    if (left === right) continue;
    if (isList(left) && isList(right) && left.length === right.length) {
      for (const [index, each] of left.entries()) pairs.push([each, right[index]]);
    } else if (isObject(left) && isObject(right) && Object.keys(left).length === Object.keys(right).length) {
      for (const [key, each] of Object.entries(left)) {
        pairs.push([each, Object.hasOwn(right, key) ? right[key] : undefined]);
      }
    } else return false;
  }
  return true;
}
