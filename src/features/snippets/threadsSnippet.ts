import * as l10n from "@vscode/l10n";
import { snippetRequest } from "../../core/snippets/snippetSender.ts";
import { aboutText, cautionsOf } from "../../core/snippets/snippetText.ts";
import { tellNotReady } from "../../vscode/ui/commands.ts";
import { copySnippet, senderOf } from "./copySnippet.ts";
import type { SnippetsParts } from "./register.ts";

/** Copies the query of the view as code, with the same time range. */
export async function copyThreadsQuery(parts: SnippetsParts): Promise<void> {
  const { sessions, threads, posts, context } = parts;
  const { query } = threads;
  const sender = senderOf(sessions);
  if (query === null || sender === null) return tellNotReady(sessions.session);
  const { failed, formats } = parts;
  const { time } = threads.selection.filter;
  const told = {
    notes: [aboutText(query, time, formats)],
    cautions: cautionsOf(query, failed.wanted, formats),
  };
  const request = snippetRequest((await posts()).threadsPost(query), sender, { ...told, answer: "lines" });
  const title = l10n.t("Copy Threads Query As");
  const done = (name: string) => l10n.t("Threads query copied as {0}", name);
  await copySnippet({ title, done, sender, request }, context.globalState);
}
