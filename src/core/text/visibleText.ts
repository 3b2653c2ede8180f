/** Controls, line ends, halves of characters, and all that Unicode says may be drawn as nothing. */
const hidden = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u{2028}\u{2029}\u{fff9}-\u{fffb}]/u;

/** Where one of them is no trick: a flag spelled with tags, a form chosen for a sign, pictographs joined to one. */
const inPictographs = [
  /\u{1f3f4}[\u{e0061}-\u{e007a}]{2,6}\u{e007f}/u,
  /(?<=[\p{Emoji}\p{Extended_Pictographic}])[\u{fe0e}\u{fe0f}]/u,
  /(?<=\p{Extended_Pictographic}\u{fe0f}?\p{Emoji_Modifier}?)\u{200d}(?=\p{Extended_Pictographic})/u,
  /(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}]/u,
];

/** Words of Arabic and of the scripts of India are spelled with joiners. */
const inWords = [
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}])[\u{200c}\u{200d}](?=[\p{L}\p{M}])/u,
];

const inText = pattern(inPictographs);
const inLines = pattern([/[\t\n]/u, ...inPictographs, ...inWords]);

/** Finds what is no trick, else a run of one hidden character: a callback for each of a million takes a second. */
function pattern(innocent: readonly RegExp[]): RegExp {
  return new RegExp(`(${innocent.map(({ source }) => source).join("|")})|(${hidden.source})\\2*`, "gu");
}

/** A stranger's text on one line with nothing hidden: what does not show is written as its code point, `‹U+202E›`. */
export function visibleText(text: string): string {
  return shown(text, inText);
}

/** Text for a label that other text stands beside: where it runs from right to left, that stays out of its order. */
export function apart(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A stranger's text of any number of lines with nothing hidden but what ends its lines and spells its words. */
export function visibleLines(text: string): string {
  return shown(text.replaceAll("\r\n", "\n"), inLines);
}

function shown(text: string, found: RegExp): string {
  return text.replace(found, (run: string, innocent: string | undefined, character: string) =>
    innocent === undefined ? codePoint(character).repeat(run.length / character.length) : innocent,
  );
}

/** A stranger's text for a prompt, message or notification, where VS Code would make a link of `[text](command:…)`. */
export function plainText(text: string): string {
  return visibleText(text).replaceAll("](", "] (");
}

function codePoint(character: string): string {
  return `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}›`;
}

/**
 * `visibleText` with its middle left out where it is longer than `most` characters. Reads no more of the text than that
 * takes: an ID may be a megabyte long. The default is enough for any ID that was not made to be long.
 */
export function visibleCut(text: string, most = 1000): string {
  // Beyond what is shown, so that a character or a flag that this divides never is.
  const reach = 2 * most + 16;
  const read = text.length > 2 * reach ? `${text.slice(0, reach)}…${text.slice(-reach)}` : text;
  return middleCut(visibleText(read), most);
}

/** Visible text with its middle left out where it is longer than `most` characters. No character or escape is divided. */
export function middleCut(text: string, most: number): string {
  if (fits(text, most)) return text;
  const tail = Math.floor((most - 1) / 3);
  return `${startOf(text, most - 1 - tail)}…${endOf(text, tail)}`;
}

/** Visible text with its end left out where it is longer than `most` characters. No character or escape is divided. */
export function endCut(text: string, most: number): string {
  return fits(text, most) ? text : `${startOf(text, most - 1).trimEnd()}…`;
}

/** A character is one or two code units, so that none of these reads more of a text than twice as many. */
function fits(text: string, most: number): boolean {
  return text.length <= most || (text.length <= 2 * most && [...text].length <= most);
}

/** What is left at the end of a text of an escape that was cut in two. */
export const openEscape = /‹(?:U(?:\+[\dA-F]{0,6})?)?$/;

/** What joins characters is left out where the next one is. */
function startOf(text: string, most: number): string {
  const start = [...text.slice(0, 2 * most)].slice(0, most).join("");
  return start.replace(openEscape, "").replace(/(?<!\p{DI})\p{DI}+$/u, "");
}

/** The last characters of a visible text, `most` at the most. No character or escape is divided. */
export function endOf(text: string, most: number): string {
  if (fits(text, most)) return text;
  const end = most === 0 ? "" : [...text.slice(-2 * most)].slice(-most).join("");
  return end.replace(/^(?:U?\+)?[\dA-F]{0,6}›/, "").replace(/^\p{DI}+/u, "");
}
