import { isObject, type Json, type JsonObject, memberOf } from "../../core/text/json.ts";

/** A span as OpenTelemetry exports it. Times are milliseconds since the epoch, with microseconds as fractions. */
export interface OtlpSpan {
  /** Lowercase hexadecimal digits. */
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root. */
  readonly parentSpanId: string;
  readonly name: string;
  readonly start: number;
  /** 0 for a span that was exported open. */
  readonly end: number;
  /** 0 unset, 1 OK, 2 error. */
  readonly status: number;
  readonly statusMessage: string;
  /** By their dotted names. */
  readonly attributes: Readonly<Record<string, Json>>;
  readonly events: readonly OtlpEvent[];
}

export interface OtlpEvent {
  readonly name: string;
  readonly time: number;
  readonly attributes: Readonly<Record<string, Json>>;
}

/** The spans of one program. */
export interface OtlpResource {
  readonly attributes: Readonly<Record<string, Json>>;
  readonly spans: readonly OtlpSpan[];
}

/** Reads an export request in the JSON encoding. What is missing or of another type is empty. */
export function tracesIn(body: unknown): readonly OtlpResource[] {
  return listIn(body, "resourceSpans", "resource_spans").map((resource) => ({
    attributes: attributesIn(memberOf(resource, "resource")),
    spans: listIn(resource, "scopeSpans", "scope_spans").flatMap((scope) => listIn(scope, "spans").map(spanIn)),
  }));
}

function spanIn(span: unknown): OtlpSpan {
  const status = memberOf(span, "status");
  const code = memberOf(status, "code");
  return {
    traceId: textOf(span, "traceId", "trace_id").toLowerCase(),
    spanId: textOf(span, "spanId", "span_id").toLowerCase(),
    parentSpanId: textOf(span, "parentSpanId", "parent_span_id").toLowerCase(),
    name: textOf(span, "name"),
    start: millisecondsIn(span, "startTimeUnixNano", "start_time_unix_nano"),
    end: millisecondsIn(span, "endTimeUnixNano", "end_time_unix_nano"),
    status: code === 2 || code === "STATUS_CODE_ERROR" ? 2 : code === 1 || code === "STATUS_CODE_OK" ? 1 : 0,
    statusMessage: textOf(status, "message"),
    attributes: attributesIn(span),
    events: listIn(span, "events").map((event) => ({
      name: textOf(event, "name"),
      time: millisecondsIn(event, "timeUnixNano", "time_unix_nano"),
      attributes: attributesIn(event),
    })),
  };
}

function attributesIn(holder: unknown): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    listIn(holder, "attributes").map((entry) => [textOf(entry, "key"), valueIn(memberOf(entry, "value"))]),
  );
}

function valueIn(value: unknown): Json {
  const at = (...names: readonly string[]) =>
    names.map((name) => memberOf(value, name)).find((each) => each !== undefined);
  const plain = at(
    "stringValue",
    "string_value",
    "boolValue",
    "bool_value",
    "doubleValue",
    "double_value",
    "bytesValue",
  );
  if (typeof plain === "string" || typeof plain === "boolean" || typeof plain === "number") return plain;
  // 64 bits are written as text.
  const integer = at("intValue", "int_value");
  if (integer !== undefined) return Number(integer);
  const list = at("arrayValue", "array_value");
  if (list !== undefined) return listIn(list, "values").map(valueIn);
  const map = at("kvlistValue", "kvlist_value");
  if (map === undefined) return null;
  return Object.fromEntries(
    listIn(map, "values").map((entry) => [textOf(entry, "key"), valueIn(memberOf(entry, "value"))]),
  );
}

function listIn(holder: unknown, ...names: readonly string[]): readonly unknown[] {
  for (const name of names) {
    const found = memberOf(holder, name);
    if (Array.isArray(found)) return Array.from<unknown>(found);
  }
  return [];
}

function textOf(holder: unknown, ...names: readonly string[]): string {
  for (const name of names) {
    const found = memberOf(holder, name);
    if (typeof found === "string") return found;
  }
  return "";
}

function millisecondsIn(holder: unknown, ...names: readonly string[]): number {
  const written = names.map((name) => memberOf(holder, name)).find((each) => each !== undefined);
  const digits = typeof written === "number" ? String(Math.trunc(written)) : String(written ?? "0");
  return /^\d{1,19}$/.test(digits) ? Number(BigInt(digits) / 1000n) / 1000 : 0;
}

/** Attributes by the parts of their names: `a.b` is `b` of `a`. A name that is also the start of others keeps both. */
export function nested(attributes: Readonly<Record<string, Json>>): JsonObject {
  const all: Record<string, Json> = {};
  for (const [name, value] of Object.entries(attributes)) place(all, name.split("."), value);
  return all;
}

function place(holder: Record<string, Json>, [first = "", ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) holder[first] = value;
  else {
    const held = Object.hasOwn(holder, first) ? holder[first] : undefined;
    const inner: Record<string, Json> = isObject(held) ? { ...held } : {};
    Object.defineProperty(holder, first, { value: inner, enumerable: true, writable: true, configurable: true });
    place(inner, rest, value);
  }
}
