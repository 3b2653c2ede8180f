/** A position in a text: line and UTF-16 code unit in the line, both from 0. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
  /** The text of the line, trimmed. */
  readonly text: string;
}

/** For any line ending: an editor may have normalized them. */
export function textPlace(text: string, offset: number): TextPlace {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  const column = lines.at(-1)?.length ?? 0;
  const [rest = ""] = text.slice(offset, offset + 500).split(/[\r\n]/, 1);
  return { line: lines.length - 1, column, text: `${lines.at(-1) ?? ""}${rest}`.trim() };
}
