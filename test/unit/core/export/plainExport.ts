// Independent writers and a reader, character by character: they share no code with what they check, not even the
// parsing of responses.

/** A line of the response as sent, with times in the format of the service. */
export type SentLine = string;

const signs = [..."=+-@＝＋－＠"];
const separators = ["\t", "\r", "\n"];

function isBlank(character: string): boolean {
  return /^[\s\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}']$/u.test(character) && !separators.includes(character);
}

/** Whether a formula begins here, or after spaces. */
function leadsToFormula(characters: readonly string[], start: number): boolean {
  let at = start;
  while (at < characters.length && isBlank(characters[at] ?? "")) at++;
  return signs.includes(characters[at] ?? "");
}

/** Whether an apostrophe is needed, or present, before a character. */
function isDangerous(characters: readonly string[], at: number): boolean {
  const before = characters[at - 1];
  if (before !== undefined && before !== ";" && !separators.includes(before)) return false;
  if (leadsToFormula(characters, at)) return true;
  if (at > 0) return false;
  const first = characters.find((character) => character !== "'");
  return first !== undefined && separators.includes(first);
}

function cell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return `${value}`;
  const characters = [...value.toWellFormed()];
  let safe = "";
  for (const [at, character] of characters.entries()) {
    if (isDangerous(characters, at)) safe += "'";
    safe += character;
  }
  const needsQuotes =
    safe === "" || [...safe].some((character) => `"',;`.includes(character) || /[\s\p{C}]/u.test(character));
  return needsQuotes ? `"${safe.split('"').join('""')}"` : safe;
}

export const names = [
  "thread_id",
  "turn_count",
  "start_time",
  "last_updated",
  "first_turn_id",
  "last_turn_id",
  "p50_turn_duration_ms",
  "p99_turn_duration_ms",
] as const;

/**
 * The documented fields in order. A duration of -1 means that there is none, a smaller one is of a running turn and
 * invalidates the other one, and an end in 1970 is none.
 */
export function valuesOf(line: SentLine): readonly (string | number | null)[] {
  const record: Readonly<Record<string, string | number | null>> = JSON.parse(line);
  const isUnended = Date.parse(String(record.last_updated)) === 0;
  const durations = names.filter((name) => name.includes("duration")).map((name) => Number(record[name] ?? 0));
  const isSpoiled = isUnended || durations.some((duration) => duration < 0 && duration !== -1);
  return names.map((name) => {
    const value = record[name] ?? null;
    if (isUnended && name.startsWith("last_")) return null;
    return name.includes("duration") && (isSpoiled || value === -1) ? null : value;
  });
}

export function plainCsv(lines: readonly SentLine[]): string {
  let text = `\ufeff${names.join(",")}\r\n`;
  for (const line of lines) text += `${valuesOf(line).map(cell).join(",")}\r\n`;
  return text;
}

function object(line: SentLine): string {
  const members = valuesOf(line).map((value, at) => `"${names[at]}":${JSON.stringify(value)}`);
  return `{${members.join(",")}}`;
}

export function plainJson(lines: readonly SentLine[]): string {
  return lines.length === 0 ? "[]\n" : `[\n${lines.map(object).join(",\n")}\n]\n`;
}

export function plainJsonLines(lines: readonly SentLine[]): string {
  return lines.map((line) => `${object(line)}\n`).join("");
}

/** RFC 4180; null for an empty cell without quotes. Throws for anything that the format does not allow. */
export function readCsv(text: string): readonly (readonly (string | null)[])[] {
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  let at = text.startsWith("\ufeff") ? 1 : 0;
  while (at < text.length) {
    let value: string | null;
    if (text[at] === '"') {
      value = "";
      for (at++; ; at++) {
        const character = text[at];
        if (character === undefined) throw new Error("a quote is not closed");
        if (character !== '"') value += character;
        else if (text[at + 1] === '"') {
          value += '"';
          at++;
        } else break;
      }
      at++;
    } else {
      const end = /[,"\r\n]/g;
      end.lastIndex = at;
      const stop = end.exec(text)?.index ?? text.length;
      value = stop === at ? null : text.slice(at, stop);
      at = stop;
    }
    row.push(value);
    if (text[at] === ",") at++;
    else if (text.startsWith("\r\n", at)) {
      at += 2;
      rows.push(row);
      row = [];
    } else throw new Error(`neither a comma nor a line end at ${at}`);
  }
  return rows;
}

/** The text of a cell without the inserted apostrophes. */
export function undefused(text: string): string {
  const characters = [...text];
  return characters.filter((character, at) => !(character === "'" && isDangerous(characters, at))).join("");
}
