/** A place in a text as editors count it: lines and UTF-16 code units in a line, both from 0. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
  /** The text of the line, without the blanks around it. */
  readonly text: string;
}

/** Whatever ends its lines: an editor may have made them all alike. */
export function textPlace(text: string, offset: number): TextPlace {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  const column = lines.at(-1)?.length ?? 0;
  const [rest = ""] = text.slice(offset, offset + 500).split(/[\r\n]/, 1);
  return { line: lines.length - 1, column, text: `${lines.at(-1) ?? ""}${rest}`.trim() };
}
