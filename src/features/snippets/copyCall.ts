import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import { spanDocuments } from "../../core/agents/agentTurns.ts";
import { firstRow } from "../../core/async/firstRow.ts";
import { callById } from "../../core/calls/callById.ts";
import { notStoredText } from "../../core/conversation/drawing/turnText.ts";
import { menuArgument } from "../../core/conversations/menuArgument.ts";
import { documentFailureText, documentProblemText } from "../../core/documents/documentNotices.ts";
import { mostDocumentBytes } from "../../core/documents/documentText.ts";
import { readOne } from "../../core/documents/readThread.ts";
import { isTooLong, ServiceError, UserError } from "../../core/failures/fault.ts";
import { queryCallDocuments } from "../../core/port/operations.ts";
import type { ProjectClient } from "../../core/port/projectClient.ts";
import { isNotKept } from "../../core/query/call.ts";
import { modelRequest, spanRequest } from "../../core/snippets/modelRequest.ts";
import { noRequestText, requestAdvice, requestCautions, requestForms } from "../../core/snippets/modelRequestText.ts";
import { testCase } from "../../core/snippets/testCase.ts";
import { sentences } from "../../core/text/sentences.ts";
import { showNotReady, showRowIsGone } from "../../vscode/ui/commands.ts";
import { copyText } from "../../vscode/ui/outside.ts";
import { withLateProgress } from "../../vscode/ui/progress.ts";
import { askPick } from "../../vscode/ui/quickInput.ts";
import type { SnippetsParts } from "./register.ts";

/** Asks for the form, and copies what the program sent to a model. `given` is the argument of the page's menu. */
export async function copyAsRequest(given: unknown, parts: SnippetsParts): Promise<void> {
  const request = await loaded(given, parts, requestOfCall);
  if (request === undefined) return;
  if (typeof request === "string") throw new UserError(noRequestText(request));
  const items = requestForms.map(({ form, write, detail }) => ({ label: form, write, detail: detail() }));
  const result = await askPick({ title: l10n.t("Copy as Request"), placeholder: requestAdvice(request), items });
  if (result.kind !== "accepted") return;
  const { label, write } = result.value;
  const done = l10n.t("Request copied as {0}", label);
  await copyText(write(request), done);
  const cautions = requestCautions(request);
  // A message that passes could be missed.
  if (cautions.length > 0) window.showWarningMessage(sentences(done, ...cautions));
}

/** Copies the inputs and the output of a turn or call as a line of a data set. */
export async function copyAsTestCase(given: unknown, parts: SnippetsParts): Promise<void> {
  const { conversation = null } = menuArgument(given);
  const turn = await loaded(given, parts, (id, target, signal) => readOne(id, target, signal, conversation));
  if (turn === undefined) return;
  const { documents } = turn;
  if (isNotKept(documents.inputs) || isNotKept(documents.output)) throw new UserError(notStoredText());
  await copyText(testCase(documents), l10n.t("Test case copied"));
}

/** What is read of the call that a menu names; undefined if there is no project or no call in the argument, which is reported. */
async function loaded<Read>(
  given: unknown,
  { threads: { target }, sessions, formats, ending }: SnippetsParts,
  read: (id: string, target: ProjectClient, signal: AbortSignal) => Promise<Read | undefined>,
): Promise<Read | undefined> {
  const { turnId, callId: id = turnId } = menuArgument(given);
  if (target === null) return void showNotReady(sessions.session);
  if (id === undefined) return void showRowIsGone();
  try {
    const found = await withLateProgress(l10n.t("Loading the call"), (signal) => read(id, target, signal), ending);
    if (found !== undefined) return found;
  } catch (error) {
    if (!(error instanceof ServiceError && isTooLong(error.fault))) throw error;
    throw new UserError(documentFailureText(error, formats));
  }
  throw new UserError(documentProblemText({ kind: "missingCall", project: target.project }));
}

async function requestOfCall(id: string, target: ProjectClient, signal: AbortSignal) {
  const { service, project } = target;
  const documents = ["inputs", "attributes"] as const;
  const requested = { project, callIds: [id], documents, mostBytes: mostDocumentBytes };
  const call = await callById(id, target, signal);
  const own = await firstRow(service.rows(queryCallDocuments, requested, signal));
  if (call && own) return modelRequest(call, own.documents.inputs ?? null);
  const span = await firstRow(spanDocuments(requested, target, signal));
  return call && span && spanRequest(call, span.documents.inputs ?? null, span.documents.attributes ?? null);
}
