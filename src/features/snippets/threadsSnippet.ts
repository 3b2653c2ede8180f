import * as l10n from "@vscode/l10n";
import { boundsText, rangeName } from "../../core/input/rangeText.ts";
import { snippetRequest } from "../../core/snippets/snippetSender.ts";
import type { ThreadQuery } from "../../core/threads/threadQuery.ts";
import { tellNotReady } from "../../host/commands.ts";
import { copySnippet, senderOf } from "./copySnippet.ts";
import type { SnippetsParts } from "./register.ts";

/** Copies what asks for the threads that the view shows, of the same window of time. */
export async function copyThreadsQuery(parts: SnippetsParts): Promise<void> {
  const { sessions, threads, posts, context } = parts;
  const { query } = threads;
  const sender = senderOf(sessions);
  if (query === null || sender === null) return tellNotReady(sessions.session);
  const told = { notes: [aboutText(query, parts)], cautions: cautionsOf(query, parts) };
  const request = snippetRequest((await posts()).threadsPost(query), sender, { ...told, answer: "lines" });
  const title = l10n.t("Copy Threads Query As");
  const done = (name: string) => l10n.t("Threads query copied as {0}", name);
  await copySnippet({ title, done, sender, request }, context.globalState);
}

/** What the body does not tell: the range that its times come from. */
function aboutText(query: ThreadQuery, { threads, formats }: SnippetsParts): string {
  const { time } = threads.selection.filter;
  const isClipped = query.after !== undefined || query.before !== undefined;
  const range = isClipped ? [rangeName(time), boundsText(query, formats)] : [];
  return [l10n.t("Threads of {0}", query.project), ...range].join(" · ");
}

/** What the view loads bit by bit, and what it leaves out once the threads are there. */
function cautionsOf({ limit }: ThreadQuery, { failed, formats }: SnippetsParts): readonly string[] {
  return [
    ...(limit === undefined
      ? []
      : [
          l10n.t(
            "Returns at most the first {0} threads, like the view. Remove the limit to return all matching threads.",
            formats.exact(limit),
          ),
        ]),
    ...(failed.wanted ? [l10n.t("The view shows only threads with errors. This query returns the others, too.")] : []),
  ];
}
