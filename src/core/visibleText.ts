/** First, what joins two pictographs to one and is no trick; else controls, line ends, bidirectional and invisible marks. */
const hidden =
  /(?<=\p{Extended_Pictographic}\u{fe0f}?\p{Emoji_Modifier}?)(?<joiner>\u{200d})(?=\p{Extended_Pictographic})|[\p{Cc}\u{2028}\u{2029}\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{061c}\u{feff}]/gu;

/** A stranger's text on one line with nothing hidden: what does not show is written as its code point, `‹U+202E›`. */
export function visibleText(text: string): string {
  return text.replace(hidden, (character, joiner: string | undefined) => joiner ?? codePoint(character));
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
