import * as l10n from "@vscode/l10n";
import type { Memento } from "vscode";
import { kindOf } from "../../core/conversations/threadSelection.ts";
import type { WindowSession } from "../../core/session/windowSession.ts";
import {
  type SnippetRequest,
  type SnippetSender,
  snippetRequest,
  snippetSender,
} from "../../core/snippets/snippetRequest.ts";
import {
  advice,
  cautionsOf,
  keyAdvice,
  needsOf,
  orderedLanguages,
  type SnippetLanguage,
  sampleAdvice,
  shownQuery,
  snippetAbout,
  snippetText,
} from "../../core/snippets/snippetText.ts";
import { configuredPageSize } from "../../vscode/storage/settings.ts";
import { showNotReady } from "../../vscode/ui/commands.ts";
import { copyText } from "../../vscode/ui/outside.ts";
import { askPick } from "../../vscode/ui/quickInput.ts";
import type { SnippetsParts } from "./register.ts";

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
export function senderOf({ session, target: { address } }: WindowSession): SnippetSender | null {
  return snippetSender(session, typeof address === "string" ? null : address);
}

/** Asks for the language, and copies the request as code. */
export async function copySnippet({ title, done, sender, request }: Snippet, memory: Memento): Promise<void> {
  const items = orderedLanguages(memory.get<unknown>(lastKey)).map((language) => {
    return { language, label: languageNames[language], detail: needsOf(language) };
  });
  const result = await askPick({ title, placeholder: advice(sender), items });
  if (result.kind !== "accepted") return;
  const { language, label, detail } = result.value;
  const notes = [...request.notes, ...(sender.isSample ? [sampleAdvice()] : []), detail, keyAdvice(sender)];
  await copyText(snippetText(language, { ...request, notes }), done(label));
  await memory.update(lastKey, language);
}

/** Copies the query of the view as code, with the same time range. */
export async function copyThreadsQuery(parts: SnippetsParts): Promise<void> {
  const { sessions, threads, posts, context, formats } = parts;
  const { onlyErrors, selection } = threads;
  const kinds = kindOf(selection.filter);
  const kind = kinds ?? "thread";
  const query = shownQuery(threads, kind, configuredPageSize());
  const sender = senderOf(sessions);
  if (query === null || sender === null) return showNotReady(sessions.session);
  const notes = [snippetAbout(query, kind, selection.filter.time, formats)];
  const isOfAgents = kind === "agent";
  const unsent = {
    onlyErrors: onlyErrors && !isOfAgents,
    agents: kinds === undefined && threads.target?.agentRoute.isUsed === true,
  };
  const cautions = cautionsOf(query, kind, unsent, formats);
  const { agentListPost, threadsPost } = await posts();
  const { threadIds: ids = [], ...requested } = query;
  const post = isOfAgents ? agentListPost({ ...requested, ids, onlyErrors }) : threadsPost(query);
  const request = snippetRequest(post, sender, { response: isOfAgents ? "object" : "lines", notes, cautions });
  const title = l10n.t("Copy Threads Query As");
  const done = (name: string) => l10n.t("Threads query copied as {0}", name);
  await copySnippet({ title, done, sender, request }, context.globalState);
}
