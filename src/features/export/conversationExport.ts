import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import { serviceOf } from "../../core/conversation/conversationAddress.ts";
import { menuArgument } from "../../core/conversations/menuArgument.ts";
import { documentProblemText } from "../../core/documents/documentNotices.ts";
import { conversationCalls, conversationText, type MissingPart } from "../../core/export/conversationText.ts";
import { exportedText, incompleteText } from "../../core/export/exportNotices.ts";
import type { ExportedCall } from "../../core/query/call.ts";
import { callsText, spansText } from "../../core/text/plural.ts";
import { sentences } from "../../core/text/sentences.ts";
import { visibleCut } from "../../core/text/visibleText.ts";
import { showNotReady, showRowIsGone } from "../../vscode/ui/commands.ts";
import { ProjectLeft } from "./exportedProject.ts";
import { exportTo } from "./exportRun.ts";
import type { ExportParts } from "./register.ts";

/** Exports the turns of a conversation with what is in them. `given` is the argument of the page's menu. */
export async function exportConversation(given: unknown, parts: ExportParts): Promise<void> {
  const { sessions, target, formats } = parts;
  const { session } = sessions;
  const { conversation: key } = menuArgument(given);
  const project = target()?.project;
  const service = session && serviceOf(session);
  if (project === undefined || session === null || service === null) return showNotReady(session);
  if (key === undefined) return showRowIsGone();
  const rowsText = (count: number) => (key.kind === "agent" ? spansText : callsText)(count, formats);
  const missing: MissingPart[] = [];
  const exported = {
    title: l10n.t("Export Conversation"),
    subject: "conversation",
    named: key.id,
    project,
    session,
    isOpen: () => target()?.project === project,
    requested: "conversation",
    progressText: (name: string) => l10n.t("Exporting conversation to {0}", name),
    rows: (signal: AbortSignal) => {
      const client = target();
      if (client?.project !== project) throw new ProjectLeft();
      // Again, after a failure.
      missing.length = 0;
      return conversationCalls(key, client, missing, signal);
    },
    texts: (rows: AsyncIterable<readonly ExportedCall[]>) =>
      conversationText(rows, { kind: key.kind, id: key.id, project_id: project, service }, missing),
    rowsText,
    writtenText: (name: string, count: number, bytes: number) => {
      const written = { rows: rowsText(count), name, which: visibleCut(key.id), bytes };
      return sentences(exportedText(written, formats), incompleteText(missing.length, formats));
    },
    showNone: async () =>
      void (await window.showInformationMessage(documentProblemText({ kind: "emptyThread", project }))),
  } as const;
  await exportTo(exported, parts);
}
