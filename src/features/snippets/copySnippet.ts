import type { Memento, QuickPickItem } from "vscode";
import { orderedLanguages, type SnippetLanguage, snippetText } from "../../core/snippets/snippetLanguage.ts";
import type { SnippetRequest } from "../../core/snippets/snippetRequest.ts";
import { type SnippetSender, snippetSender } from "../../core/snippets/snippetSender.ts";
import { advice, keyAdvice, needsOf, sampleAdvice } from "../../core/snippets/snippetText.ts";
import type { SessionStore } from "../../vscode/session/sessionStore.ts";
import { serviceAddress } from "../../vscode/storage/settings.ts";
import { copyText } from "../../vscode/ui/copyText.ts";
import { askPick } from "../../vscode/ui/quickInput.ts";

const lastKey = "snippetLanguage";
const languageNames: Readonly<Record<SnippetLanguage, string>> = {
  curl: "curl",
  python: "Python",
  typescript: "TypeScript",
};

export interface Snippet {
  readonly title: string;
  /** The localized notice, `Count query copied as {0}`. */
  readonly done: (name: string) => string;
  readonly sender: SnippetSender;
  readonly request: SnippetRequest;
}

/** Null if signed out. */
export function senderOf({ session }: SessionStore): SnippetSender | null {
  const address = serviceAddress();
  return snippetSender(session, typeof address === "string" ? null : address);
}

/** Asks for the language, and copies the request as code. */
export async function copySnippet({ title, done, sender, request }: Snippet, memory: Memento): Promise<void> {
  const items = orderedLanguages(memory.get<unknown>(lastKey)).map(itemOf);
  const result = await askPick({ title, placeholder: advice(sender), items });
  if (result.kind !== "accepted") return;
  const { language, label, detail } = result.value;
  const notes = [...request.notes, ...(sender.isSample ? [sampleAdvice()] : []), detail, keyAdvice(sender)];
  await copyText(snippetText(language, { ...request, notes }), done(label));
  await memory.update(lastKey, language);
}

interface LanguageItem extends QuickPickItem {
  readonly language: SnippetLanguage;
  readonly detail: string;
}

function itemOf(language: SnippetLanguage): LanguageItem {
  return { language, label: languageNames[language], detail: needsOf(language) };
}
