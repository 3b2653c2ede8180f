/** A flag spelled with tags; else controls, line ends, and all that Unicode says may be drawn as nothing. */
const unseen =
  /\u{1f3f4}[\u{e0061}-\u{e007a}]{2,6}\u{e007f}|[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u{2028}\u{2029}\u{fff9}-\u{fffb}]/gu;

type Innocent = readonly (readonly [sign: RegExp, before: RegExp, after: RegExp])[];

/** What may come before and after one of them that is no trick: it joins pictographs to one, or chooses among forms of a sign. */
const inPictographs: Innocent = [
  [/^\u{1f3f4}./u, /$/u, /^/u],
  [/[\u{fe0e}\u{fe0f}]/u, /[\p{Emoji}\p{Extended_Pictographic}]$/u, /^/u],
  [/\u{200d}/u, /\p{Extended_Pictographic}\u{fe0f}?\p{Emoji_Modifier}?$/u, /^\p{Extended_Pictographic}/u],
  [/[\u{e0100}-\u{e01ef}]/u, /\p{Script=Han}$/u, /^/u],
];

/** Words of Arabic and of the scripts of India are spelled with joiners. */
const inWords: Innocent = [
  [
    /[\u{200c}\u{200d}]/u,
    /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]$/u,
    /^[\p{L}\p{M}]/u,
  ],
];

const inLines: Innocent = [[/[\t\n]/, /$/, /^/], ...inPictographs, ...inWords];

/** A stranger's text on one line with nothing hidden: what does not show is written as its code point, `‹U+202E›`. */
export function visibleText(text: string): string {
  return shown(text, inPictographs);
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

function shown(text: string, innocent: Innocent): string {
  return text.replace(unseen, (sign, at: number, whole: string) => {
    const before = whole.slice(Math.max(0, at - 5), at);
    const after = whole.slice(at + sign.length, at + sign.length + 2);
    const spared = innocent.some(([which, left, right]) => which.test(sign) && left.test(before) && right.test(after));
    return spared ? sign : codePoint(sign);
  });
}

/** A stranger's text for a prompt, message or notification, where VS Code would make a link of `[text](command:…)`. */
export function plainText(text: string): string {
  return visibleText(text).replaceAll("](", "] (");
}

function codePoint(character: string): string {
  return `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}›`;
}

/** `text` with its middle left out where it is longer than `most` characters; no character is cut in half. */
export function middleCut(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  const tail = Math.floor((most - 1) / 3);
  return `${characters.slice(0, most - 1 - tail).join("")}…${characters.slice(-tail).join("")}`;
}
