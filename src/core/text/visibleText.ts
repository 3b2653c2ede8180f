import { lazily } from "../async/lazy.ts";

/**
 * Text without anything to look for, such as most IDs. The patterns below are created at the first other text: V8 takes
 * milliseconds for Unicode properties, even to parse a literal.
 */
const plain = /^[\x20-\x7e]*$/;

/** Control characters, line ends, lone surrogates, and everything that Unicode may render as nothing. */
const hidden = String.raw`[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u{2028}\u{2029}\u{fff9}-\u{fffb}]`;

/** Legitimate uses: flags spelled with tags, variation selectors, joined pictographs. */
const inPictographs = [
  String.raw`\u{1f3f4}[\u{e0061}-\u{e007a}]{2,6}\u{e007f}`,
  String.raw`(?<=[\p{Emoji}\p{Extended_Pictographic}])[\u{fe0e}\u{fe0f}]`,
  String.raw`(?<=\p{Extended_Pictographic}\u{fe0f}?\p{Emoji_Modifier}?)\u{200d}(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}]`,
];

/** Characters of any of these scripts. */
const scripts = (...names: readonly string[]) => `[${names.map((name) => String.raw`\p{Script=${name}}`).join("")}]`;

/** Arabic and Indic words are spelled with joiners. */
const withJoiners = scripts(
  ...["Arabic", "Devanagari", "Bengali", "Gujarati", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala"],
);
const inWords = String.raw`(?<=${withJoiners})[\u{200c}\u{200d}](?=[\p{L}\p{M}])`;

const inText = lazily(() => pattern(inPictographs));
const inLines = lazily(() => pattern([String.raw`[\t\n]`, ...inPictographs, inWords]));
const rightToLeft = lazily(() => new RegExp(scripts("Arabic", "Hebrew", "Syriac", "Thaana", "Nko"), "u"));

/** Matches a legitimate use, else a run of one hidden character: a million single callbacks take a second. */
function pattern(innocent: readonly string[]): RegExp {
  return new RegExp(`(${innocent.join("|")})|(${hidden})\\2*`, "gu");
}

/** Untrusted text on one line; hidden characters are written as their code points, `‹U+202E›`. */
export function visibleText(text: string): string {
  return shown(text, inText);
}

/** Text for a label with other text beside it: isolates right-to-left text, so that the rest keeps its order. */
export function apart(text: string): string {
  return !plain.test(text) && rightToLeft().test(text) ? `\u2068${text}\u2069` : text;
}

/** Untrusted text of any number of lines; hidden characters are written as code points, except line ends and joiners. */
export function visibleLines(text: string): string {
  return shown(text.replaceAll("\r\n", "\n"), inLines);
}

function shown(text: string, found: () => RegExp): string {
  if (plain.test(text)) return text;
  return text.replace(found(), (run: string, innocent: string | undefined, character: string) =>
    innocent === undefined ? codePoint(character).repeat(run.length / character.length) : innocent,
  );
}

/** Untrusted text for a prompt, message or notification, where VS Code would render `[text](command:…)` as a link. */
export function plainText(text: string): string {
  return visibleText(text).replaceAll("](", "] (");
}

/** An untrusted ID or name, shortened for a message. */
export function namedText(name: string): string {
  return plainText(visibleCut(name, 60));
}

function codePoint(character: string): string {
  return `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}›`;
}

/**
 * `visibleText` with its middle left out if longer than `most` characters. Reads no more of the text than needed:
 * an ID may be a megabyte long. The default fits any reasonable ID.
 */
export function visibleCut(text: string, most = 1000): string {
  // Longer than the shown part, so that no character or flag in it is divided.
  const reach = 2 * most + 16;
  const read = text.length > 2 * reach ? `${text.slice(0, reach)}…${text.slice(-reach)}` : text;
  return middleCut(visibleText(read), most);
}

/** Visible text with its middle left out if longer than `most` characters. No character or escape is divided. */
export function middleCut(text: string, most: number): string {
  if (fits(text, most)) return text;
  const tail = Math.floor((most - 1) / 3);
  return `${startOf(text, most - 1 - tail)}…${endOf(text, tail)}`;
}

/** Visible text with its end left out if longer than `most` characters. No character or escape is divided. */
export function endCut(text: string, most: number): string {
  return fits(text, most) ? text : `${startOf(text, most - 1).trimEnd()}…`;
}

/** A character is one or two code units, so at most twice as many units are read. */
function fits(text: string, most: number): boolean {
  return text.length <= most || (text.length <= 2 * most && [...text].length <= most);
}

/** The remains of an escape cut at the end of a text. */
export const openEscape = /‹(?:U(?:\+[\dA-F]{0,6})?)?$/;

/** A joiner is dropped together with the character after it. */
function startOf(text: string, most: number): string {
  const start = [...text.slice(0, 2 * most)].slice(0, most).join("");
  return start.replace(openEscape, "").replace(/(?<!\p{DI})\p{DI}+$/u, "");
}

/** The last characters of a visible text, `most` at most. No character or escape is divided. */
export function endOf(text: string, most: number): string {
  if (fits(text, most)) return text;
  const end = most === 0 ? "" : [...text.slice(-2 * most)].slice(-most).join("");
  return end.replace(/^(?:U?\+)?[\dA-F]{0,6}›/, "").replace(/^\p{DI}+/u, "");
}

/** Untrusted text for a label, or a line in an input box, where VS Code would read `$(name)` as an icon. */
export function labelText(text: string): string {
  return text.replaceAll("$(", "\\$(");
}

const longestQuote = 200;

/** Untrusted text for the screen: bounded, on one line, without hidden characters. */
export function quoted(text: string): string {
  return endCut(plainText(text.slice(0, 4 * longestQuote)), longestQuote);
}
