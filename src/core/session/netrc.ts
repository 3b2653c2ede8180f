/** An entry of a netrc file. */
export interface NetrcEntry {
  /** The machine as written; null for the `default` entry. */
  readonly machine: string | null;
  readonly password: string | null;
  /** A broken entry exists, but its content is unreliable. */
  readonly broken: boolean;
}

type Word = "machine" | "default" | "macdef" | "login" | "user" | "account" | "password";

interface Token {
  readonly text: string;
  readonly word: Word | undefined;
  readonly comment: boolean;
  readonly closed: boolean;
}

const words: ReadonlySet<string> = new Set<Word>([
  "machine",
  "default",
  "macdef",
  "login",
  "user",
  "account",
  "password",
]);
/** Words that start an entry. */
const heads: ReadonlySet<Word> = new Set<Word>(["machine", "default", "macdef"]);
const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };
const piece = /"(?<quoted>[^"\\]*(?:\\.[^"\\]*)*)(?<end>"?)|[^ \t\\]*(?:\\.?[^ \t\\]*)*/gsu;

/**
 * Parses a netrc file in order, as curl and Python's `netrc` do: spaces and line ends separate words,
 * `\` escapes the next character, `"…"` may contain spaces. A quoted value ends with its line and supports curl's `\n`,
 * `\r` and `\t`. An error in one entry does not affect others: `machine` at a line's start always begins an entry.
 */
export function parseNetrc(text: string): readonly NetrcEntry[] {
  const entries: { machine: string | null; password: string | null; broken: boolean }[] = [];
  let entry: (typeof entries)[number] | undefined;
  let awaited: Exclude<Word, "default"> | undefined;
  let inMacro = false;
  const spoil = () => {
    if (awaited !== undefined && entry !== undefined) entry.broken = true;
    awaited = undefined;
  };
  const begin = (machine: string | null) => {
    entry = { machine, password: null, broken: false };
    entries.push(entry);
  };
  for (const line of text.replace(/^\u{feff}/u, "").split(/\r\n|\n|\r/)) {
    if (inMacro) {
      inMacro = line !== "";
      continue;
    }
    for (const [index, token] of tokensOf(line).entries()) {
      if (token.comment && (index === 0 || awaited === undefined)) break;
      if (index === 0 && token.word !== undefined && heads.has(token.word)) spoil();
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
      switch (token.word) {
        case "machine":
          begin("");
          awaited = "machine";
          break;
        case "default":
          begin(null);
          break;
        case "macdef":
          entry = undefined;
          awaited = "macdef";
          break;
        case undefined:
          if (entry !== undefined) entry.broken = true;
          break;
        default:
          awaited = token.word;
      }
    }
  }
  spoil();
  return entries;
}

function tokensOf(line: string): readonly Token[] {
  return [...line.matchAll(piece)].flatMap(({ 0: raw, groups }): Token[] => {
    if (raw === "") return [];
    const quoted = groups?.quoted;
    if (quoted !== undefined) {
      const text = quoted.replace(/\\(.)/gsu, (_, character: string) => escapes[character] ?? character);
      return [{ text, word: undefined, comment: false, closed: groups?.end === '"' }];
    }
    const word = isWord(raw) ? raw : undefined;
    return [{ text: raw.replace(/\\(.?)/gsu, "$1"), word, comment: raw.startsWith("#"), closed: true }];
  });
}

function isWord(text: string): text is Word {
  return words.has(text);
}
