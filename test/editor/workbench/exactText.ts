/** Matches exactly this text, ignoring surrounding whitespace and icons. */
export function exactText(text: string): RegExp {
  return new RegExp(`^\\s*${escaped(text)}\\s*$`);
}

/** Matches the label of a row, after the value that the row is sorted by if it has one. */
export function labelText(text: string): RegExp {
  return new RegExp(`^\\s*(?:\\S.*? {2})?${escaped(text)}\\s*$`, "s");
}

/** Matches the accessible name of a button, with or without the keybinding in parentheses. */
export function buttonName(name: string): RegExp {
  return new RegExp(`^${escaped(name)}( \\(.+\\))?$`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
