import { isList, isObject, type Json, type JsonObject, jsonIn } from "../text/json.ts";

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

/** The first line of a group of exceptions in Python that is not indented after its bar. */
const inGroup = /^\s*\| (\S.*)$/m;

/** Python prints the error after its frames, which are indented; other runtimes print it first and the causes after. */
function plain(text: string): ExceptionText {
  if (!text.includes("\n")) return { headline: text, trace: "" };
  const last = text.split(chained).at(-1)?.trimStart() ?? text;
  const group = last.startsWith("+ Exception Group Traceback") ? inGroup.exec(last)?.[1] : undefined;
  if (group !== undefined) return { headline: group, trace: text };
  const lines = last.split("\n").filter((line) => line.trim() !== "");
  const below = /^(?:Traceback |\s)/.test(last) ? lines.slice(1).find((line) => /^\S/.test(line)) : lines[0];
  return { headline: (below ?? lines.at(-1) ?? "").trim(), trace: text };
}

function structured(exception: string): ExceptionText | null {
  const json = jsonIn(exception);
  if (!isObject(json) || typeof json.type !== "string") return null;
  const { type, message, traceback, ...others } = json;
  const headline = typeof message === "string" && message !== "" ? `${type}: ${message}` : type;
  const frames = isList(traceback) ? traceback.map(frameText) : [];
  const known = typeof (message ?? "") === "string" && isList(traceback ?? []);
  if (!known || frames.includes(undefined)) return { headline, trace: exception };
  const head = frames.length === 0 ? [] : ["Traceback (most recent call last):"];
  const lines = [...head, ...frames, headline, ...othersText(others)];
  return { headline, trace: lines.length === 1 ? "" : lines.join("\n") };
}

/** Undefined if it would not be shown in full. */
function frameText(frame: Json): string | undefined {
  if (!isObject(frame)) return undefined;
  const { filename, line_number: line, function_name: name, text, ...others } = frame;
  const code = text ?? "";
  if (typeof filename !== "string" || typeof line !== "number" || typeof name !== "string") return undefined;
  if (typeof code !== "string") return undefined;
  const below = [...(code.trim() === "" ? [] : [code.trim()]), ...othersText(others)].flatMap((part) =>
    part.split("\n"),
  );
  return [`  File "${filename}", line ${line}, in ${name}`, ...below.map((part) => `    ${part}`)].join("\n");
}

function othersText(others: JsonObject): readonly string[] {
  return Object.keys(others).length === 0 ? [] : [JSON.stringify(others, null, 2)];
}
