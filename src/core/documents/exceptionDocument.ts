import { exceptionText } from "../conversation/drawing/exceptionText.ts";
import { visibleText } from "../text/visibleText.ts";

/** An exception as readable text: complete, with line breaks, and with hidden characters made visible. */
export function exceptionDocument(exception: string): string {
  const { headline, trace } = exceptionText(exception);
  const lines = (trace || headline).split(/\r\n|\r|\n/).map((line) => line.split("\t").map(visibleText).join("\t"));
  return `${lines.join("\n").trimEnd()}\n`;
}
