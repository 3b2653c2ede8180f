import type { Translations } from "./plural.ts";

/** 26 bits of FNV-1a in base 36, which stand for a message; `esbuild.mjs` refuses two messages with the same. */
export function messageHash(message: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < message.length; at++) hash = Math.imul(hash ^ message.charCodeAt(at), 0x01000193);
  return (hash >>> 6).toString(36);
}

/** Translations by the hashes of messages, as `@vscode/l10n` looks them up: by the messages. */
export function byMessage(translations: Translations): Translations {
  return new Proxy(translations, {
    get: (all, message) => (typeof message === "string" ? all[messageHash(message)] : undefined),
  });
}
