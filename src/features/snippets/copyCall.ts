import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import { spanDocuments } from "../../core/agents/agentTurns.ts";
import { firstRow } from "../../core/async/firstRow.ts";
import { callById } from "../../core/calls/callById.ts";
import { notStoredText } from "../../core/conversation/drawing/turnText.ts";
import { type MenuArgument, menuArgument } from "../../core/conversations/menuArgument.ts";
import { documentFailureText, documentProblemText } from "../../core/documents/documentNotices.ts";
import { mostDocumentBytes } from "../../core/documents/documentText.ts";
import { readOne } from "../../core/documents/readThread.ts";
import { isTooLong, ServiceError, UserError } from "../../core/failures/fault.ts";
import type { ProjectClient } from "../../core/port/projectClient.ts";
import { isNotKept } from "../../core/query/call.ts";
import { type ModelRequest, modelRequest, type NoRequest, spanRequest } from "../../core/snippets/modelRequest.ts";
import {
  noRequestText,
  requestAdvice,
  requestCautions,
  requestDetail,
  requestForms,
  requestText,
} from "../../core/snippets/modelRequestText.ts";
import { testCase } from "../../core/snippets/testCase.ts";
import { sentences } from "../../core/text/sentences.ts";
import { showNotReady, showRowIsGone } from "../../vscode/ui/commands.ts";
import { copyText } from "../../vscode/ui/outside.ts";
import { withLateProgress } from "../../vscode/ui/progress.ts";
import { askPick } from "../../vscode/ui/quickInput.ts";
import type { SnippetsParts } from "./register.ts";

const formNames = { json: "JSON", curl: "curl", python: "Python" } as const;

/** Asks for the form, and copies what the program sent to a model. `given` is the argument of the page's menu. */
export async function copyAsRequest(given: unknown, parts: SnippetsParts): Promise<void> {
  const request = await loaded(given, parts, requestIn);
  if (request === undefined) return;
  if (typeof request === "string") throw new UserError(noRequestText(request));
  const result = await askPick({
    title: l10n.t("Copy as Request"),
    placeholder: requestAdvice(request),
    items: requestForms.map((form) => ({ form, label: formNames[form], detail: requestDetail(form, request) })),
  });
  if (result.kind !== "accepted") return;
  const { form, label } = result.value;
  const done = l10n.t("Request copied as {0}", label);
  await copyText(requestText(form, request), done);
  const cautions = requestCautions(request);
  // A message that passes could be missed.
  if (cautions.length > 0) window.showWarningMessage(sentences(done, ...cautions));
}

/** Copies the inputs and the output of a turn or call as a line of a data set. */
export async function copyAsTestCase(given: unknown, parts: SnippetsParts): Promise<void> {
  const turn = await loaded(given, parts, ({ id, conversation }, target, signal) =>
    readOne(id, target, signal, conversation ?? null),
  );
  if (turn === undefined) return;
  const { documents } = turn;
  if (isNotKept(documents.inputs) || isNotKept(documents.output)) throw new UserError(notStoredText());
  const line = testCase(documents);
  await copyText(line, l10n.t("Test case copied"));
  if (line.endsWith('"expected":null}'))
    window.showWarningMessage(l10n.t("Test case copied. The call has no output: “expected” is null."));
}

interface Named extends Pick<MenuArgument, "conversation"> {
  readonly id: string;
}

/** What is read of the call that a menu names; undefined if there is no project or no call in the argument, which is reported. */
async function loaded<Read>(
  given: unknown,
  { threads: { target }, sessions, formats, ending }: SnippetsParts,
  read: (named: Named, target: ProjectClient, signal: AbortSignal) => Promise<Read | undefined>,
): Promise<Read | undefined> {
  const { turnId, callId: id = turnId, conversation } = menuArgument(given);
  if (target === null) return void showNotReady(sessions.session);
  if (id === undefined) return void showRowIsGone();
  try {
    const task = (signal: AbortSignal) => read({ id, conversation }, target, signal);
    const found = await withLateProgress(l10n.t("Loading the call"), task, ending);
    if (found !== undefined) return found;
  } catch (error) {
    if (!(error instanceof ServiceError && isTooLong(error.fault))) throw error;
    throw new UserError(documentFailureText(error, formats));
  }
  throw new UserError(documentProblemText({ kind: "missingCall", project: target.project }));
}

async function requestIn(
  { id, conversation }: Named,
  target: ProjectClient,
  signal: AbortSignal,
): Promise<ModelRequest | NoRequest | undefined> {
  const read = conversation?.kind === "agent" ? null : await readOne(id, target, signal);
  if (read === undefined) return undefined;
  if (read !== null && read.call.conversation?.kind !== "agent") return modelRequest(read.call, read.documents.inputs);
  const requested = { callIds: [id], documents: ["inputs", "attributes"], mostBytes: mostDocumentBytes } as const;
  const call = await callById(id, target, signal);
  const span = await firstRow(spanDocuments(requested, target, signal));
  return call && span && spanRequest(call, span.documents.inputs ?? null, span.documents.attributes ?? null);
}
