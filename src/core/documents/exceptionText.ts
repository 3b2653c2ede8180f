import { visibleText } from "../visibleText.ts";

/**
 * An exception to be read, a line for each of its own. The Python SDK keeps it as JSON with a `type`, a `message` and
 * the frames of its `traceback` (wandb/weave, `exception_to_json_str`), others as plain text.
 */
export function exceptionText(exception: string): string {
  const told = pythonTraceback(exception) ?? exception;
  const lines = told.split(/\r\n|\r|\n/).map((line) => line.split("\t").map(visibleText).join("\t"));
  return `${lines.join("\n").trimEnd()}\n`;
}

/** As Python prints it; undefined for what is no such JSON. */
function pythonTraceback(exception: string): string | undefined {
  const json = parsed(exception);
  if (typeof json !== "object" || json === null || !("type" in json) || typeof json.type !== "string") return undefined;
  const message = "message" in json && typeof json.message === "string" ? json.message : "";
  const frames = "traceback" in json && Array.isArray(json.traceback) ? json.traceback.map(frameText) : [];
  // What would not be shown in full is shown as it is.
  if (frames.includes(undefined)) return undefined;
  const head = frames.length === 0 ? [] : ["Traceback (most recent call last):"];
  return [...head, ...frames, message === "" ? json.type : `${json.type}: ${message}`].join("\n");
}

function frameText(frame: unknown): string | undefined {
  if (typeof frame !== "object" || frame === null) return undefined;
  const { filename, line_number: line, function_name: name, text } = { ...noFrame, ...frame };
  if (typeof filename !== "string" || typeof line !== "number" || typeof name !== "string") return undefined;
  const place = `  File "${filename}", line ${line}, in ${name}`;
  return typeof text === "string" && text.trim() !== "" ? `${place}\n    ${text.trim()}` : place;
}

const noFrame: Readonly<Record<"filename" | "line_number" | "function_name" | "text", unknown>> = {
  filename: undefined,
  line_number: undefined,
  function_name: undefined,
  text: undefined,
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
