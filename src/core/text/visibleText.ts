import { lazily } from "./lazily.ts";

/**
 * Text without anything to look for, such as most IDs. The patterns below are created at the first other text: V8 takes
 * milliseconds for Unicode properties, even to parse a literal.
 */
const plain = /^[\x20-\x7e]*$/;

/** The same with what these functions leave out. */
const plainCut = /^[\x20-\x7e…·]*$/;

/**
 * Whether a code point matches a class of characters. Each is matched once, because a million matches take a tenth of a
 * second; the pages of the table that are not used take no memory.
 */
function matcher(characters: string): (point: number) => boolean {
  const pattern = lazily(() => new RegExp(characters, "u"));
  let known: Uint8Array | undefined;
  return (point) => {
    known ??= new Uint8Array(0x110000);
    known[point] ||= pattern().test(String.fromCodePoint(point)) ? 2 : 1;
    return known[point] === 2;
  };
}

/** Control characters, line ends, lone surrogates, and everything that Unicode may render as nothing. */
const isHidden = matcher(String.raw`[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u{2028}\u{2029}\u{fff9}-\u{fffb}]`);
const joiner = String.raw`[\p{Join_Control}\p{Variation_Selector}]`;
/** The first hidden characters of legitimate uses. */
const mayBeLegitimate = matcher(String.raw`[\t\n\u{e0067}]|${joiner}`);

/** The flags in use that are spelled with tags: England, Scotland, Wales. Other tags could spell any word. */
const tags = ["eng", "sct", "wls"].map((region) =>
  ["g", "b", ...region].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(""),
);

/** Legitimate uses: flags, one variation selector for each base, keycaps, joined pictographs. */
const inPictographs = [
  String.raw`(?<=\u{1f3f4})(?:${tags.join("|")})\u{e007f}`,
  String.raw`(?<=\p{Extended_Pictographic})[\u{fe0e}\u{fe0f}]`,
  String.raw`(?<=[0-9#*])\u{fe0f}(?=\u{20e3})`,
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

const inText = lazily(() => new RegExp(inPictographs.join("|"), "uy"));
const inLines = lazily(() => new RegExp([String.raw`[\t\n]`, ...inPictographs, inWords].join("|"), "uy"));
const inStrictLines = lazily(() => new RegExp(String.raw`[\t\n]|${joiner}`, "uy"));
const joiners = lazily(() => new RegExp(joiner, "gu"));
const rightToLeft = lazily(() => new RegExp(scripts("Arabic", "Hebrew", "Syriac", "Thaana", "Nko"), "u"));

/** Untrusted text on one line; hidden characters are written as their code points, `‹U+202E›`. */
export function visibleText(text: string): string {
  return shown(text, inText);
}

/** Text for a label with other text beside it: isolates right-to-left text, so that the rest keeps its order. */
export function apart(text: string): string {
  return !plainCut.test(text) && rightToLeft().test(text) ? `\u2068${text}\u2069` : text;
}

/** Untrusted text of any number of lines; hidden characters are written as code points, except line ends and joiners. */
export function visibleLines(text: string): string {
  return shown(text.replaceAll("\r\n", "\n"), inLines);
}

/** Untrusted text for a language model: of hidden characters, only line ends, tabs and what `withoutJoiners` removes. */
export function strictLines(text: string): string {
  return shown(text.replaceAll("\r\n", "\n"), inStrictLines);
}

/** A text without joiners and variation selectors, which no agent needs, and how many it had. */
export function withoutJoiners(text: string): { readonly text: string; readonly removed: number } {
  const removed = text.match(joiners())?.length ?? 0;
  return { text: text.replace(joiners(), ""), removed };
}

function shown(text: string, legitimate: () => RegExp): string {
  if (plain.test(text)) return text;
  const uses = legitimate();
  let written = "";
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const point = text.codePointAt(at) ?? 0;
    const end = at + (point > 0xffff ? 2 : 1);
    uses.lastIndex = at;
    if (!isHidden(point)) at = end;
    else if (mayBeLegitimate(point) && uses.test(text)) at = uses.lastIndex;
    else {
      written += text.slice(from, at) + codePoint(point);
      from = at = end;
    }
  }
  return from === 0 ? text : written + text.slice(from);
}

/** Untrusted text for a prompt, message or notification, where VS Code would render `[text](command:…)` as a link. */
export function plainText(text: string): string {
  return visibleText(text).replaceAll("](", "] (");
}

/** A visible text as Markdown that renders as it. VS Code reads icons, `$(name)`, after escapes, so no escape stops them. */
export function markdownText(text: string): string {
  return text.replaceAll("$(", "$ (").replace(/[!-/:-@[-`{-~]/g, "\\$&");
}

/** An untrusted ID or name, shortened for a message. */
export function namedText(name: string): string {
  return plainText(visibleCut(name, 60));
}

const codePoints = new Map<number, string>();

function codePoint(point: number): string {
  const written = codePoints.get(point) ?? `‹U+${point.toString(16).toUpperCase().padStart(4, "0")}›`;
  codePoints.set(point, written);
  return written;
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
  return `${visibleStart(text, most - 1 - tail)}…${endOf(text, tail)}`;
}

/** Visible text with its end left out if longer than `most` characters. No character or escape is divided. */
export function endCut(text: string, most: number): string {
  return fits(text, most) ? text : `${visibleStart(text, most - 1).trimEnd()}…`;
}

/** A character is one or two code units, so at most twice as many units are read. */
function fits(text: string, most: number): boolean {
  return text.length <= most || (text.length <= 2 * most && !plain.test(text) && [...text].length <= most);
}

/** The remains of an escape cut at the end of a text. */
export const openEscape = /‹(?:U(?:\+[\dA-F]{0,6})?)?$/;

/** The first characters, `most` at most. A joiner is dropped together with the character after it. */
export function visibleStart(text: string, most: number): string {
  const read = text.slice(0, 2 * most);
  if (plain.test(read)) return read.slice(0, most);
  const start = [...read].slice(0, most).join("");
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
