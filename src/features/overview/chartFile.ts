/** The signature of a PNG file. */
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The elements that the page draws with: none of them loads or runs anything. */
const drawn = new Set(["svg", "rect", "line", "path", "text"]);

/**
 * The file content of a chart sent by the page: the text of an SVG, or the bytes of a PNG sent as base64.
 * Null for anything else: other programs might run scripts in an SVG.
 */
export function chartFile(format: "svg" | "png", content: string): string | Uint8Array | null {
  if (format === "svg") return isDrawing(content) ? content : null;
  const bytes = Buffer.from(content, "base64");
  return bytes.subarray(0, signature.length).equals(signature) ? bytes : null;
}

/** The page escapes every `<` in texts, so each one here starts a tag. */
function isDrawing(text: string): boolean {
  if (!text.startsWith("<svg ") || !text.trimEnd().endsWith("</svg>")) return false;
  for (const [, name = ""] of text.matchAll(/<\/?([^\s/>]*)/g)) if (!drawn.has(name)) return false;
  return !/<[^>]*\s(?:on\w+|(?:\w+:)?href|src)\s*=|@import|url\(\s*["']?(?!#)/i.test(text);
}
