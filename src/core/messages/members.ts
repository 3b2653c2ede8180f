import { isEmpty, isObject, type Json, type JsonObject } from "../text/json.ts";

/** The words of a text: a long list of field names on few lines. */
export function names(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** What was left of several values; null if nothing was. */
export function leftOf(rests: readonly (Json | null)[]): Json | null {
  const left = rests.filter((rest) => rest !== null);
  return left.length === 0 ? null : left;
}

/** An object that is read field by field: fields that are not taken become the rest, so nothing is lost. */
export class Members {
  readonly object: JsonObject;
  /** What is left of the fields that were taken, and the readers of nested objects. */
  readonly #read = new Map<string, Json | Members>();

  constructor(object: JsonObject) {
    this.object = object;
  }

  /** The field without taking it; prototype properties do not count. */
  at(key: string): Json | undefined {
    if (!Object.hasOwn(this.object, key)) return undefined;
    const read = this.#read.get(key);
    return read === undefined || read instanceof Members ? this.object[key] : undefined;
  }

  take(key: string): Json | undefined {
    const value = this.at(key);
    if (value !== undefined) this.leave(key, null);
    return value;
  }

  /** Takes a field if it has one of these values, which the resulting part implies. */
  mark(key: string, ...marks: readonly Json[]): void {
    const value = this.at(key);
    if (value !== undefined && marks.includes(value)) this.leave(key, null);
  }

  /** Takes the first of these fields that is a text. */
  text(...keys: readonly string[]): string | null {
    const key = keys.find((each) => typeof this.at(each) === "string");
    const value = key === undefined ? undefined : this.take(key);
    return typeof value === "string" ? value : null;
  }

  /** Takes the first of these fields that is present and not null. */
  any(...keys: readonly string[]): Json | undefined {
    const key = keys.find((each) => (this.at(each) ?? null) !== null);
    return key === undefined ? undefined : this.take(key);
  }

  /** The first of these fields that is an object, as a nested reader: its unread fields become part of this rest. */
  inner(...keys: readonly string[]): Members | undefined {
    for (const key of keys) {
      const value = this.at(key);
      if (!isObject(value)) continue;
      const known = this.#read.get(key);
      const members = known instanceof Members ? known : new Members(value);
      this.#read.set(key, members);
      return members;
    }
    return undefined;
  }

  /** Takes a field and adds its unread part to the rest. */
  leave(key: string, left: Json | null): void {
    this.#read.set(key, left);
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
      const read = this.#read.get(key);
      const left = read instanceof Members ? read.#rest(isKept) : read;
      if (left === undefined ? isKept(value) : left !== null) entries.push([key, left ?? value]);
    }
    return entries.length === 0 ? null : Object.fromEntries(entries);
  }
}
