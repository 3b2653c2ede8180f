/** Whether a text is one emoji, which is all that a reaction may be. */
export function isOneEmoji(text: string): boolean {
  return /^\p{RGI_Emoji}$/v.test(text);
}
