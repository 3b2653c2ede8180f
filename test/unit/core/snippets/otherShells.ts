const single = "['\\u2018-\\u201b]";
const double = '["\\u201c-\\u201e]';
const powerShellTokens = new RegExp(
  `${single}((?:(?!${single}).|${single}{2})*)${single}|${double}(?:\`.|(?![\`]|${double}).|${double}{2})*${double}|\`.|.`,
  "gsu",
);

export interface PowerShellReading {
  /** The text with nothing left between single quotes. */
  readonly code: string;
  /** What stood between them. */
  readonly strings: readonly string[];
}

/**
 * Reads a text as PowerShell does (about_Quoting_Rules): single quotes hold all but two of themselves as it is, double
 * quotes expand, a backtick takes the next character as it is, and curly quotes are quotes. A quote that nothing ends
 * remains in `code`.
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
  /** What stands between two signs that expand a variable: `%`, and `!` with delayed expansion. */
  readonly variables: readonly string[];
  readonly longestLine: number;
}

/**
 * Reads a text as cmd does, on the careful side: `"` begins and ends quotes to the end of the line at most, outside of
 * which `^` takes the next character as it is and `& | < > ( )` are operators; a variable expands inside quotes, too;
 * spaces, commas, semicolons and equals signs separate words; U+001A ends a line; `'` is nothing.
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
