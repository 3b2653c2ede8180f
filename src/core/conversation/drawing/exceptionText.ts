/** The summary of an exception on one line, and its details; the latter are empty if the summary is complete. */
export interface ExceptionText {
  readonly headline: string;
  readonly trace: string;
}

/**
 * An exception as services store it: JSON text with type, message and frames (wandb/weave, `exception_to_json_str`),
 * formatted as Python prints it, or the text of another runtime. If the JSON has another shape, the trace is the text
 * itself, so that nothing is lost.
 */
export function exceptionText(exception: string): ExceptionText {
  return structured(exception) ?? plain(exception.trim());
}

/** Separators between the tracebacks of chained exceptions (CPython, `traceback.py`). */
const chained =
  /\n\s*(?:The above exception was the direct cause of the following exception|During handling of the above exception, another exception occurred):\s*\n/;

/** Python prints the error after its frames, which are indented; other runtimes print it first and the causes after. */
function plain(text: string): ExceptionText {
  if (!text.includes("\n")) return { headline: text, trace: "" };
  const last = text.split(chained).at(-1)?.trimStart() ?? text;
  const lines = last.split("\n").filter((line) => line.trim() !== "");
  const below = /^(?:Traceback |\s)/.test(last) ? lines.slice(1).find((line) => /^\S/.test(line)) : lines[0];
  return { headline: (below ?? lines.at(-1) ?? "").trim(), trace: text };
}

function structured(exception: string): ExceptionText | null {
  const json = parsed(exception);
  if (!isRecord(json) || typeof json.type !== "string") return null;
  const { type, message, traceback, ...others } = json;
  const headline = typeof message === "string" && message !== "" ? `${type}: ${message}` : type;
  const frames = Array.isArray(traceback) ? traceback.map(frameText) : [];
  const known = isTextOrNone(message) && (Array.isArray(traceback) || isNone(traceback));
  if (!known || frames.includes(undefined)) return { headline, trace: exception };
  const head = frames.length === 0 ? [] : ["Traceback (most recent call last):"];
  const lines = [...head, ...frames, headline, ...othersText(others)];
  return { headline, trace: lines.length === 1 ? "" : lines.join("\n") };
}

/** Undefined if it would not be shown in full. */
function frameText(frame: unknown): string | undefined {
  if (!isRecord(frame)) return undefined;
  const { filename, line_number: line, function_name: name, text, ...others } = frame;
  if (typeof filename !== "string" || typeof line !== "number" || typeof name !== "string" || !isTextOrNone(text)) {
    return undefined;
  }
  const code = isNone(text) || text.trim() === "" ? [] : [text.trim()];
  const below = [...code, ...othersText(others)].flatMap((part) => part.split("\n"));
  return [`  File "${filename}", line ${line}, in ${name}`, ...below.map((part) => `    ${part}`)].join("\n");
}

function othersText(others: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(others).length === 0 ? [] : [JSON.stringify(others, null, 2)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isNone(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function isTextOrNone(value: unknown): value is string | null | undefined {
  return typeof value === "string" || isNone(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
