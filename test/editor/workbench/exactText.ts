/** Matches exactly this text, ignoring surrounding whitespace and icons. */
export function exactText(text: string): RegExp {
  return new RegExp(`^\\s*${escaped(text)}\\s*$`);
}

/** Matches the accessible name of a button, with or without the keybinding in parentheses. */
export function buttonName(name: string): RegExp {
  return new RegExp(`^${escaped(name)}( \\(.+\\))?$`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
