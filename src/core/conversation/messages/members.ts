import type { Json } from "../../json.ts";

export type JsonObject = { readonly [key: string]: Json };

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value says nothing: null, an empty text, list or object. */
export function isEmpty(value: Json): boolean {
  if (typeof value !== "object") return value === "";
  return value === null || (isList(value) ? value.length === 0 : Object.keys(value).length === 0);
}

/** An object that is read member by member: whatever has not been taken is the rest, so that nothing gets lost. */
export class Members {
  readonly object: JsonObject;
  readonly #taken = new Set<string>();
  readonly #inner = new Map<string, Members>();
  readonly #left = new Map<string, Json>();

  constructor(object: JsonObject) {
    this.object = object;
  }

  /** The member as it is, still to be taken; members of the prototype are none. */
  at(key: string): Json | undefined {
    return Object.hasOwn(this.object, key) && !this.#taken.has(key) ? this.object[key] : undefined;
  }

  take(key: string): Json | undefined {
    const value = this.at(key);
    this.#taken.add(key);
    return value;
  }

  /** Takes a member if it is one of these, which whatever is made of the object says as well. */
  mark(key: string, ...said: readonly Json[]): void {
    const value = this.at(key);
    if (value !== undefined && said.includes(value)) this.#taken.add(key);
  }

  /** Takes the first of these members that is a text. */
  text(...keys: readonly string[]): string | null {
    for (const key of keys) {
      const value = this.at(key);
      if (typeof value !== "string") continue;
      this.#taken.add(key);
      return value;
    }
    return null;
  }

  /** Takes the first of these members that is there and not null. */
  any(...keys: readonly string[]): Json | undefined {
    for (const key of keys) {
      const value = this.at(key);
      if (value === undefined || value === null) continue;
      this.#taken.add(key);
      return value;
    }
    return undefined;
  }

  /** The first of these members that is an object, to be read in turn: what is left of it stays with this rest. */
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

  /** Takes a member and puts into the rest what was not read of it. */
  leave(key: string, left: Json | null): void {
    this.#taken.add(key);
    if (left !== null) this.#left.set(key, left);
  }

  /** Without members that say nothing. */
  rest(): Json | null {
    return this.#rest((value) => !isEmpty(value));
  }

  /** With those too, as a person's own data is shown whole. */
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
