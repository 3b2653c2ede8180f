/** Matches a text that says exactly this, whatever white space or icons stand around it. */
export function exactText(text: string): RegExp {
  return new RegExp(`^\\s*${escaped(text)}\\s*$`);
}

/** Matches the accessible name of a button, with or without the keys that VS Code adds in parentheses. */
export function buttonName(name: string): RegExp {
  return new RegExp(`^${escaped(name)}( \\(.+\\))?$`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
