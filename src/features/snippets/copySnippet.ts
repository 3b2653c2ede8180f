import * as l10n from "@vscode/l10n";
import type { Memento, QuickPickItem } from "vscode";
import { orderedLanguages, type SnippetLanguage, snippetText } from "../../core/snippets/snippetLanguage.ts";
import { keyVariable, type SnippetRequest, usernameVariable } from "../../core/snippets/snippetRequest.ts";
import { type SnippetSender, snippetSender } from "../../core/snippets/snippetSender.ts";
import { copyText } from "../../host/copyText.ts";
import { askPick } from "../../host/quickInput.ts";
import type { SessionStore } from "../../host/sessionStore.ts";
import { serviceAddress } from "../../host/settings.ts";

const lastKey = "snippetLanguage";
const languageNames: Readonly<Record<SnippetLanguage, string>> = {
  curl: "curl",
  python: "Python",
  typescript: "TypeScript",
};

export interface Snippet {
  readonly title: string;
  /** Says what was copied and as what: `Count query copied as {0}`, in the person's language. */
  readonly done: (name: string) => string;
  readonly sender: SnippetSender;
  readonly request: SnippetRequest;
}

/** Null when signed out. */
export function senderOf({ session }: SessionStore): SnippetSender | null {
  const address = serviceAddress();
  return snippetSender(session, typeof address === "string" ? null : address);
}

/** Asks for the language, and puts the request into the clipboard in it. */
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

function needsOf(language: SnippetLanguage): string {
  switch (language) {
    case "curl":
      return l10n.t("For bash, zsh and other POSIX shells.");
    case "python":
      return l10n.t("For Python 3.8 or newer; nothing to install.");
    case "typescript":
      return l10n.t("For Node 22.18 or newer, as an .mts file.");
  }
}

function advice(sender: SnippetSender): string {
  return sender.isSample ? sampleAdvice() : keyAdvice(sender);
}

function sampleAdvice(): string {
  return l10n.t("Sample data: put in a project of your own before you run it.");
}

function keyAdvice({ username }: SnippetSender): string {
  return username === null
    ? l10n.t("Set {0} and {1} in the environment; neither is copied.", usernameVariable, keyVariable)
    : l10n.t("Set {0} in the environment; the key is not copied.", keyVariable);
}
