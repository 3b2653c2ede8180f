import { type Detail, detailText, type Fault, htmlPage } from "../../core/failures/fault.ts";

/** An incomplete or invalid response, with its position. The number of rows before it is added by its caller. */
export class BrokenBody extends Error {
  override readonly name = "BrokenBody";
  readonly kind: "malformed" | "cutShort";
  /** Counts from 1; null for a response without lines. */
  readonly line: number | null;
  readonly detail: Detail;

  constructor(kind: "malformed" | "cutShort", line: number | null, detail: Detail, cause?: unknown) {
    super(detailText(detail), cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.line = line;
    this.detail = detail;
  }

  fault(rowsBefore: number): Fault {
    const { kind, line, detail } = this;
    return kind === "malformed" ? { kind, line, rowsBefore, detail } : { kind, rowsBefore, detail };
  }
}

/** Describes a text that is not JSON. */
export function describeNonJson(text: string): Detail {
  return isMarkup(text) ? { ...htmlPage, text: `${htmlPage.text}, where data was expected` } : "not JSON";
}

export function isMarkup(text: string): boolean {
  return text.trimStart().startsWith("<");
}

/** Without a byte order mark. */
export function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
