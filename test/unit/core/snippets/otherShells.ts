const single = "['\\u2018-\\u201b]";
const double = '["\\u201c-\\u201e]';
const powerShellTokens = new RegExp(
  `${single}((?:(?!${single}).|${single}{2})*)${single}|${double}(?:\`.|(?![\`]|${double}).|${double}{2})*${double}|\`.|.`,
  "gsu",
);

export interface PowerShellReading {
  /** The text without the content of single quotes. */
  readonly code: string;
  /** The content of single quotes. */
  readonly strings: readonly string[];
}

/**
 * Parses a text like PowerShell (about_Quoting_Rules): single quotes are literal except doubled ones, double quotes
 * expand, a backtick escapes the next character, and curly quotes are quotes. An unterminated quote remains in `code`.
 */
export function readPowerShell(text: string): PowerShellReading {
  const strings: string[] = [];
  const tokens = Array.from(text.matchAll(powerShellTokens), ([token, held]) => {
    if (held === undefined) return token;
    strings.push(held.replaceAll(new RegExp(`${single}{2}`, "gu"), "'"));
    return "''";
  });
  return { code: tokens.join(""), strings };
}

export interface CmdReading {
  /** The first word of each command, and the operators between commands. */
  readonly commands: readonly string[];
  /** The text between two expansion characters: `%`, and `!` with delayed expansion. */
  readonly variables: readonly string[];
  readonly longestLine: number;
}

/**
 * Parses a text like cmd, conservatively: `"` starts and ends quotes, at most to the end of the line; outside quotes,
 * `^` escapes the next character and `& | < > ( )` are operators; variables expand inside quotes too; spaces, commas,
 * semicolons and equals signs separate words; U+001A ends a line; `'` has no meaning.
 */
export function readCmd(text: string): CmdReading {
  const lines = text.replaceAll("\u001a", "\n").split("\n");
  const commands = lines.flatMap((line) => {
    const parts = [""];
    for (const [token] of line.matchAll(/"[^"]*"?|\^.|./gsu)) {
      if (/^[&|<>()]$/.test(token)) parts.push(token, "");
      else parts.push(`${parts.pop()}${token}`);
    }
    return parts.map((part) => /^[\s,;=]*((?:"[^"]*"?|[^\s,;="])*)/u.exec(part)?.[1] ?? "");
  });
  return {
    commands: commands.filter((command) => command !== ""),
    variables: lines.flatMap((line) => ["%", "!"].flatMap((sign) => line.split(sign).slice(1, -1))),
    longestLine: Math.max(...lines.map(({ length }) => length)),
  };
}
