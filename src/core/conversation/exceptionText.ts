/** What went wrong in one line, and all that is known of where, in many. */
export interface ExceptionText {
  readonly headline: string;
  readonly trace: string;
}

/**
 * An exception as services store it: JSON text with type, message and frames (wandb/weave, `exception_to_json_str`), or
 * the text of a language's runtime, which Python ends with what went wrong and others begin with it.
 */
export function exceptionText(exception: string): ExceptionText {
  const structured = parsed(exception);
  if (structured !== null) return structured;
  const lines = exception.trim().split("\n");
  const last = lines.at(-1) ?? "";
  const first = lines[0] ?? "";
  const headline = /^Traceback /.test(first) || !/^\s+at /.test(last) ? last : first;
  return { headline: headline.trim(), trace: lines.length > 1 ? exception.trim() : "" };
}

function parsed(exception: string): ExceptionText | null {
  if (!exception.startsWith("{")) return null;
  try {
    const value: unknown = JSON.parse(exception);
    if (!isRecord(value) || typeof value.type !== "string") return null;
    const { type, message, traceback, ...rest } = value;
    const headline = typeof message === "string" && message !== "" ? `${type}: ${message}` : type;
    const frames = Array.isArray(traceback) ? traceback.map(frameText) : [];
    const others = Object.keys(rest).length > 0 ? [JSON.stringify(rest, null, 2)] : [];
    return { headline, trace: [...frames, ...others].join("\n") };
  } catch {
    return null;
  }
}

function frameText(frame: unknown): string {
  if (!isRecord(frame)) return JSON.stringify(frame);
  const { filename, line_number: line, function_name: name, text } = frame;
  const place = [filename, line].filter((part) => part !== undefined && part !== null).join(":");
  const head = typeof name === "string" ? `${place}  ${name}` : place;
  return typeof text === "string" ? `${head}\n    ${text}` : head;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
