import { exceptionText } from "../conversation/drawing/exceptionText.ts";
import { visibleText } from "../text/visibleText.ts";

/** An exception to be read, whole, a line for each of its own and nothing hidden in it. */
export function exceptionDocument(exception: string): string {
  const { headline, trace } = exceptionText(exception);
  const lines = (trace || headline).split(/\r\n|\r|\n/).map((line) => line.split("\t").map(visibleText).join("\t"));
  return `${lines.join("\n").trimEnd()}\n`;
}
