import { decoded } from "../settings/serviceUrl.ts";
import { readEditorLink } from "./editorLink.ts";
import { leadText } from "./linkText.ts";
import { readTextLink } from "./textLinks.ts";

/** What a pasted text names: the target of a link, in words, or a thread, turn, call, or trace by its ID. */
export type Pasted = { readonly kind: "link"; readonly lead: string } | { readonly kind: "id" };

/** A UUID, or 32 hexadecimal digits. */
const idForm = /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** A link of an editor to an extension, with the ID of that. */
export const editorLinkForm = /^[a-z][a-z\d+.-]*:\/\/([\w-]+\.[\w-]+)(\/\w+)\?(.*)$/i;

/** What a text is wholly; null for others. `base`: the web app's URL, or null; `extension`: this extension's ID. */
export function readPastedLink(
  text: string,
  { base, extension }: { readonly base: string | null; readonly extension: string },
): Pasted | null {
  if (idForm.test(text)) return { kind: "id" };
  if (/\s/.test(text)) return null;
  const link = readTextLink(text, base);
  if (link !== null) return { kind: "link", lead: leadText(link) };
  const [, id, path = "", query = ""] = editorLinkForm.exec(text) ?? [];
  if (id?.toLowerCase() !== extension.toLowerCase()) return null;
  const own = readEditorLink(path, decoded(query));
  return { kind: "link", lead: "project" in own ? leadText(own) : "" };
}

/** Maximum number of characters of a link or ID in the clipboard. */
const longest = 2000;

/** The link or ID that is all of the clipboard; null for another text. */
export function pastedFrom(clipboard: string, read: (text: string) => Pasted | null) {
  const text = clipboard.trim();
  const pasted = text.length > longest ? null : read(text);
  return pasted && { text, pasted };
}
