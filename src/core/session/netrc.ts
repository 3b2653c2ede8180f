export interface NetrcEntry {
  /** The machine as written; null for the `default` entry. */
  readonly machine: string | null;
  readonly password: string | null;
  /** A broken entry exists, but its content is unreliable. */
  readonly broken: boolean;
}

interface Token {
  readonly text: string;
  readonly word: (typeof words)[number] | undefined;
  readonly comment: boolean;
  readonly closed: boolean;
}

/** Words that start an entry. */
const heads = ["machine", "default", "macdef"] as const;
const words = [...heads, "login", "user", "account", "password"] as const;
const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };
const piece = /"(?<quoted>[^"\\]*(?:\\.[^"\\]*)*)(?<end>"?)|(?=[^ \t])[^ \t\\]*(?:\\.?[^ \t\\]*)*/gsu;

/**
 * Parses a netrc file in order, as curl and Python's `netrc` do: spaces and line ends separate words,
 * `\` escapes the next character, `"…"` may contain spaces. A quoted value ends with its line and supports curl's `\n`,
 * `\r` and `\t`. An error in one entry does not affect others: `machine` at a line's start always begins an entry.
 */
export function parseNetrc(text: string): readonly NetrcEntry[] {
  const entries: { machine: string | null; password: string | null; broken: boolean }[] = [];
  let entry: (typeof entries)[number] | undefined;
  let awaited: Token["word"];
  let inMacro = false;
  const spoil = () => {
    if (awaited !== undefined && entry !== undefined) entry.broken = true;
    awaited = undefined;
  };
  for (const line of text.replace(/^\u{feff}/u, "").split(/\r\n|\n|\r/)) {
    if (inMacro) {
      inMacro = line !== "";
      continue;
    }
    let index = -1;
    for (const token of tokensOf(line)) {
      index++;
      if (token.comment && (index === 0 || awaited === undefined)) break;
      if (index === 0 && heads.some((head) => head === token.word)) spoil();
      if (awaited !== undefined) {
        if (awaited === "macdef") inMacro = true;
        else if (entry !== undefined) {
          if (awaited === "machine") entry.machine = token.text;
          if (awaited === "password") entry.password = token.text;
          if (!token.closed) entry.broken = true;
        }
        awaited = undefined;
        if (inMacro) break;
        continue;
      }
      const { word } = token;
      if (word === "machine" || word === "default") {
        entry = { machine: word === "machine" ? "" : null, password: null, broken: false };
        entries.push(entry);
      } else if (word === "macdef") entry = undefined;
      else if (word === undefined && entry !== undefined) entry.broken = true;
      awaited = word === "default" ? undefined : word;
    }
  }
  spoil();
  return entries;
}

/** One after the other: a line may have any number. */
function* tokensOf(line: string): Generator<Token, void> {
  for (const { 0: raw, groups } of line.matchAll(piece)) {
    const quoted = groups?.quoted;
    if (quoted === undefined) {
      const word = words.find((known) => known === raw);
      yield { text: raw.replace(/\\(.?)/gsu, "$1"), word, comment: raw.startsWith("#"), closed: true };
    } else {
      const text = quoted.replace(/\\(.)/gsu, (_, character: string) => escapes[character] ?? character);
      yield { text, word: undefined, comment: false, closed: groups?.end === '"' };
    }
  }
}
