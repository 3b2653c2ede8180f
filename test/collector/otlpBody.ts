import { PbfWriter } from "pbf";

export interface SentSpan {
  /** Hexadecimal digits. */
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** Nanoseconds since the epoch. */
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** An export request with these spans, as OpenTelemetry's exporters write it in protobuf. */
export function otlpBody(spans: readonly SentSpan[]): Buffer {
  const writer = new PbfWriter();
  const scope = (_: null, pbf: PbfWriter) => {
    for (const span of spans) pbf.writeMessage(2, writeSpan, span);
  };
  writer.writeMessage(1, (_: null, resource) => resource.writeMessage(2, scope, null), null);
  return Buffer.from(writer.finish());
}

function writeSpan(span: SentSpan, pbf: PbfWriter): void {
  pbf.writeBytesField(1, Buffer.from(span.traceId, "hex"));
  pbf.writeBytesField(2, Buffer.from(span.spanId, "hex"));
  if (span.parentSpanId !== undefined) pbf.writeBytesField(4, Buffer.from(span.parentSpanId, "hex"));
  pbf.writeStringField(5, span.name);
  for (const [tag, time] of [
    [7, span.start],
    [8, span.end],
  ] as const) {
    pbf.writeTag(tag, 1);
    pbf.writeFixed32(Number(time & 0xffffffffn));
    pbf.writeFixed32(Number(time >> 32n));
  }
  for (const entry of Object.entries(span.attributes)) pbf.writeMessage(9, writeAttribute, entry);
}

function writeAttribute([name, value]: readonly [string, string | number], pbf: PbfWriter): void {
  pbf.writeStringField(1, name);
  pbf.writeMessage(2, writeValue, value);
}

function writeValue(value: string | number, pbf: PbfWriter): void {
  if (typeof value === "string") pbf.writeStringField(1, value);
  else pbf.writeVarintField(3, value);
}
