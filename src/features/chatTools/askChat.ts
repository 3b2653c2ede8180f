import * as l10n from "@vscode/l10n";
import { commands, env, lm, type Range, type Uri, window, workspace } from "vscode";
import { callById } from "../../core/calls/callById.ts";
import { failedCalls } from "../../core/calls/failedCalls.ts";
import { failingCall } from "../../core/calls/failure.ts";
import { copiedForChat, copiedNotice, noFailureText, promptText, recordSubject } from "../../core/chatTools/askText.ts";
import { serviceOf } from "../../core/conversation/conversationAddress.ts";
import { type ComparedSide, comparedSide } from "../../core/diff/comparison.ts";
import { failuresIn } from "../../core/port/conversationSource.ts";
import type { ProjectClient } from "../../core/port/projectClient.ts";
import type { Call } from "../../core/query/call.ts";
import { documentUri } from "../../vscode/page/documentUri.ts";
import type { ToolPermissions } from "../../vscode/storage/toolPermissions.ts";
import { logFailure, showRowIsGone } from "../../vscode/ui/commands.ts";
import { withLateProgress } from "../../vscode/ui/progress.ts";
import type { OpCode } from "../app.ts";
import { type ChatToolParts, refusalOf } from "./chatTools.ts";

const noticeMs = 3000;

/** Opens the chat with the record of a thread, turn or call. */
export async function askAbout(given: unknown, parts: ChatToolParts): Promise<void> {
  const side = comparedSide(given);
  if (side === undefined) return showRowIsGone();
  const record = recordUri(side, parts);
  if (record !== undefined) await openChat(promptText(side.kind), record, [], parts);
}

/** Opens the chat with the call that made a turn fail, or a failed call, and the code of its op. */
export async function debugFailure(given: unknown, parts: ChatToolParts): Promise<void> {
  const side = comparedSide(given);
  const target = parts.target();
  if (side === undefined) return showRowIsGone();
  // Shows why agents have no access.
  if (recordUri(side, parts) === undefined || target === null) return;
  const loading = l10n.t("Loading the failed call…");
  const call = await withLateProgress(loading, (signal) => failureIn(side, target, signal));
  if (call === undefined || call === null) {
    window.showInformationMessage(noFailureText());
    return;
  }
  const record = recordUri({ kind: "call", id: call.id, op: call.op }, parts);
  if (record !== undefined) await openChat(promptText("failure"), record, await parts.app.opCode(call.op), parts);
}

export async function resetPermissions(permissions: ToolPermissions): Promise<void> {
  await permissions.reset();
  window.setStatusBarMessage(l10n.t("Tool permissions reset"), noticeMs);
}

async function failureIn(
  side: ComparedSide,
  target: ProjectClient,
  signal: AbortSignal,
): Promise<Call | null | undefined> {
  if (side.kind === "call") return callById(side.id, target, signal);
  const failed =
    side.kind === "thread"
      ? failuresIn(side.conversation, target, signal)
      : failedCalls({ turnIds: [side.id] }, target, signal);
  return failingCall(await failed);
}

/** Undefined, with a message, if agents get nothing in this window. */
function recordUri(side: ComparedSide, parts: ChatToolParts): Uri | undefined {
  const { session } = parts.sessions;
  const refusal = refusalOf(parts);
  const service = session && serviceOf(session);
  const project = parts.target()?.project;
  if (refusal === null && service !== null && project !== undefined)
    return documentUri(
      { service, project, subject: recordSubject(side) },
      side.kind === "thread" ? undefined : side.op,
    );
  window.showInformationMessage(refusal ?? l10n.t("Select a project first."));
  return undefined;
}

async function openChat(query: string, record: Uri, codes: readonly OpCode[], parts: ChatToolParts): Promise<void> {
  // The chat would leave out a record that cannot be read; the file system has notified the user.
  const text = await workspace.fs.readFile(record).then(
    (bytes) => new TextDecoder().decode(bytes),
    () => null,
  );
  // Reading takes time, in which privacy mode may have been turned on.
  if (text === null || refusalOf(parts) !== null) return;
  const attachFiles = [record, ...codes.map(({ uri, range }) => ({ uri, range: ofEditor(range) }))];
  if (await opensChat({ query, isPartialQuery: true, attachFiles }, parts.log)) return;
  const places = codes.map(({ uri, range, code }) => ({
    place: `${workspace.asRelativePath(uri)}:${range.start.line + 1}`,
    code,
  }));
  await env.clipboard.writeText(copiedForChat(query, text, places));
  window.showInformationMessage(copiedNotice());
}

/** A range in the form of VS Code's editor, which counts from 1: its commands do not convert one inside another object. */
function ofEditor({ start, end }: Range) {
  return {
    ...{ startLineNumber: start.line + 1, startColumn: start.character + 1 },
    ...{ endLineNumber: end.line + 1, endColumn: end.character + 1 },
  };
}

/** Whether VS Code has opened its chat: not without a language model. */
async function opensChat(options: object, log: ChatToolParts["log"]): Promise<boolean> {
  try {
    if ((await lm.selectChatModels()).length === 0) return false;
    await commands.executeCommand("workbench.action.chat.open", options);
    return true;
  } catch (error) {
    logFailure(error, log);
    return false;
  }
}
