import type { Json } from "../../json.ts";

export type JsonObject = { readonly [key: string]: Json };

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is empty: null, or an empty text, list or object. */
export function isEmpty(value: Json): boolean {
  if (typeof value !== "object") return value === "";
  return value === null || (isList(value) ? value.length === 0 : Object.keys(value).length === 0);
}

/** An object that is read field by field: fields that are not taken become the rest, so nothing is lost. */
export class Members {
  readonly object: JsonObject;
  readonly #taken = new Set<string>();
  readonly #inner = new Map<string, Members>();
  readonly #left = new Map<string, Json>();

  constructor(object: JsonObject) {
    this.object = object;
  }

  /** The field without taking it; prototype properties do not count. */
  at(key: string): Json | undefined {
    return Object.hasOwn(this.object, key) && !this.#taken.has(key) ? this.object[key] : undefined;
  }

  take(key: string): Json | undefined {
    const value = this.at(key);
    this.#taken.add(key);
    return value;
  }

  /** Takes a field if it has one of these values, which the resulting part implies. */
  mark(key: string, ...said: readonly Json[]): void {
    const value = this.at(key);
    if (value !== undefined && said.includes(value)) this.#taken.add(key);
  }

  /** Takes the first of these fields that is a text. */
  text(...keys: readonly string[]): string | null {
    for (const key of keys) {
      const value = this.at(key);
      if (typeof value !== "string") continue;
      this.#taken.add(key);
      return value;
    }
    return null;
  }

  /** Takes the first of these fields that is present and not null. */
  any(...keys: readonly string[]): Json | undefined {
    for (const key of keys) {
      const value = this.at(key);
      if (value === undefined || value === null) continue;
      this.#taken.add(key);
      return value;
    }
    return undefined;
  }

  /** The first of these fields that is an object, as a nested reader: its unread fields become part of this rest. */
  inner(...keys: readonly string[]): Members | undefined {
    for (const key of keys) {
      const value = this.at(key);
      if (!isObject(value)) continue;
      const members = this.#inner.get(key) ?? new Members(value);
      this.#inner.set(key, members);
      return members;
    }
    return undefined;
  }

  /** Takes a field and adds its unread part to the rest. */
  leave(key: string, left: Json | null): void {
    this.#taken.add(key);
    if (left !== null) this.#left.set(key, left);
  }

  /** Without empty fields. */
  rest(): Json | null {
    return this.#rest((value) => !isEmpty(value));
  }

  /** With empty fields, as user data is shown completely. */
  wholeRest(): Json | null {
    return this.#rest(() => true);
  }

  #rest(isKept: (value: Json) => boolean): Json | null {
    const entries: [string, Json][] = [];
    for (const [key, value] of Object.entries(this.object)) {
      const inner = this.#inner.get(key);
      if (inner !== undefined) {
        const left = inner.#rest(isKept);
        if (left !== null) entries.push([key, left]);
      } else if (this.#taken.has(key)) {
        const left = this.#left.get(key);
        if (left !== undefined) entries.push([key, left]);
      } else if (isKept(value)) {
        entries.push([key, value]);
      }
    }
    return entries.length === 0 ? null : Object.fromEntries(entries);
  }
}
