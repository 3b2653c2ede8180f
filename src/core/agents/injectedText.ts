import type { MessagePart } from "../messages/message.ts";

/**
 * Blocks that coding agents put around a prompt: an element with a name of several words, such as `<system-reminder>`
 * or `<environment_context>`, at the start or the end. A user's own text rarely begins or ends with one.
 */
const block = /<([a-z]+(?:[-_][a-z]+)+)>[\s\S]*?<\/\1>/;
const leading = new RegExp(`^\\s*${block.source}\\s*`);
const trailing = new RegExp(`\\s*${block.source}\\s*$`);

/** The user's text, and the text injected around it, which is shown folded. A text of blocks alone is all there is. */
export function promptParts(text: string): MessagePart[] {
  let own = text;
  const before: string[] = [];
  const after: string[] = [];
  for (let found = leading.exec(own); found !== null; found = leading.exec(own)) {
    before.push(found[0].trim());
    own = own.slice(found[0].length);
  }
  for (let found = trailingBlock(own); found !== null; found = trailingBlock(own)) {
    after.unshift(found.trim());
    own = own.slice(0, own.length - found.length);
  }
  if (own.trim() === "") return [{ kind: "text", text }];
  const injected = [...before, ...after];
  return [
    { kind: "text", text: own },
    ...(injected.length === 0 ? [] : [{ kind: "injected", text: injected.join("\n\n") } as const]),
  ];
}

/** The last block of a text that ends with one. */
function trailingBlock(text: string): string | null {
  const start = text.lastIndexOf("\n<");
  const at = start === -1 ? (text.startsWith("<") ? 0 : -1) : start;
  return at === -1 ? null : (trailing.exec(text.slice(at))?.[0] ?? null);
}
