import { PbfReader } from "pbf";
import type { Json } from "../../core/text/json.ts";
import type { OtlpEvent, OtlpResource, OtlpSpan } from "./otlp.ts";

// Readers of opentelemetry-proto 1.x, collector/trace/v1: `ExportTraceServiceRequest`. Unknown fields are skipped.

type Attributes = Record<string, Json>;

/** Reads an export request. Throws for bytes that are none. */
export function readTraces(bytes: Buffer): readonly OtlpResource[] {
  return new PbfReader(bytes).readFields((tag, all: OtlpResource[], reader) => {
    if (tag === 1) all.push(message(reader, resourceSpans, { attributes: {}, spans: [] }));
  }, []);
}

type Field<T> = (tag: number, into: T, reader: PbfReader) => void;

function message<T>(reader: PbfReader, field: Field<T>, into: T): T {
  return reader.readMessage(field, into);
}

interface OpenResource extends OtlpResource {
  readonly attributes: Attributes;
  readonly spans: OtlpSpan[];
}

const resourceSpans: Field<OpenResource> = (tag, into, reader) => {
  if (tag === 1)
    message(
      reader,
      (inner, attributes: Attributes, r) => void (inner === 1 && keyValue(r, attributes)),
      into.attributes,
    );
  else if (tag === 2)
    message(reader, (inner, spans: OtlpSpan[], r) => void (inner === 2 && spans.push(spanIn(r))), into.spans);
};

type OpenSpan = { -readonly [Name in keyof OtlpSpan]: OtlpSpan[Name] } & {
  readonly attributes: Attributes;
  readonly events: OtlpEvent[];
};

function spanIn(reader: PbfReader): OtlpSpan {
  return message(reader, spanField, {
    ...{ traceId: "", spanId: "", parentSpanId: "", name: "", start: 0, end: 0 },
    ...{ status: 0, statusMessage: "", attributes: {}, events: [] },
  });
}

const spanField: Field<OpenSpan> = (tag, span, reader) => {
  switch (tag) {
    case 1:
      span.traceId = hex(reader);
      break;
    case 2:
      span.spanId = hex(reader);
      break;
    case 4:
      span.parentSpanId = hex(reader);
      break;
    case 5:
      span.name = reader.readString();
      break;
    case 7:
      span.start = milliseconds(reader);
      break;
    case 8:
      span.end = milliseconds(reader);
      break;
    case 9:
      keyValue(reader, span.attributes);
      break;
    case 11:
      span.events.push(message(reader, eventField, { name: "", time: 0, attributes: {} }));
      break;
    case 15:
      message(reader, statusField, span);
  }
};

const eventField: Field<{ name: string; time: number; readonly attributes: Attributes }> = (tag, event, reader) => {
  if (tag === 1) event.time = milliseconds(reader);
  else if (tag === 2) event.name = reader.readString();
  else if (tag === 3) keyValue(reader, event.attributes);
};

const statusField: Field<OpenSpan> = (tag, span, reader) => {
  if (tag === 2) span.statusMessage = reader.readString();
  else if (tag === 3) span.status = reader.readVarint();
};

function keyValue(reader: PbfReader, into: Attributes): void {
  const entry = message(reader, entryField, { key: "", value: null as Json });
  if (entry.key !== "") into[entry.key] = entry.value;
}

const entryField: Field<{ key: string; value: Json }> = (tag, entry, reader) => {
  if (tag === 1) entry.key = reader.readString();
  else if (tag === 2) entry.value = anyValue(reader);
};

function anyValue(reader: PbfReader): Json {
  return message(reader, anyField, { value: null as Json }).value;
}

const anyField: Field<{ value: Json }> = (tag, into, reader) => {
  if (tag === 1) into.value = reader.readString();
  else if (tag === 2) into.value = reader.readBoolean();
  else if (tag === 3) into.value = reader.readVarint(true);
  else if (tag === 4) into.value = reader.readDouble();
  else if (tag === 5)
    into.value = message(reader, (inner, list: Json[], r) => void (inner === 1 && list.push(anyValue(r))), []);
  else if (tag === 6)
    into.value = message(reader, (inner, map: Attributes, r) => void (inner === 1 && keyValue(r, map)), {});
  else if (tag === 7) into.value = Buffer.from(reader.readBytes()).toString("base64");
};

function hex(reader: PbfReader): string {
  const { buffer, byteOffset, length } = reader.readBytes();
  return Buffer.from(buffer, byteOffset, length).toString("hex");
}

/** A `fixed64` of nanoseconds, with microseconds as fractions. */
function milliseconds(reader: PbfReader): number {
  const low = reader.readFixed32();
  const high = reader.readFixed32();
  return Number(((BigInt(high) << 32n) | BigInt(low)) / 1000n) / 1000;
}
