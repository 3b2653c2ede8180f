import * as l10n from "@vscode/l10n";
import { commands, window } from "vscode";
import { callById } from "../../core/calls/callById.ts";
import { type ConversationPlace, placeOf } from "../../core/conversations/conversationPlace.ts";
import { findThread, notFoundText } from "../../core/conversations/threadById.ts";
import { ServiceError } from "../../core/failures/fault.ts";
import { leadText, linkProblemText } from "../../core/links/linkText.ts";
import type { ProjectClient } from "../../core/port/projectClient.ts";
import type { Call } from "../../core/query/call.ts";
import type { LinkTarget } from "../../core/query/linkTarget.ts";
import { namedText } from "../../core/text/visibleText.ts";
import { openWebPage } from "../../vscode/ui/outside.ts";
import { withLateProgress } from "../../vscode/ui/progress.ts";
import { enterProject } from "./enterProject.ts";
import type { LinksParts } from "./register.ts";

/** Opens the target of a link; `address` is its web page, or null. */
export async function openTarget(target: LinkTarget, address: string | null, parts: LinksParts): Promise<void> {
  if (target.kind === "object") {
    if (address !== null) return openWebPage(address);
    window.showInformationMessage(linkProblemText({ kind: "sampleObject" }));
    return;
  }
  const { project } = target;
  const service = await enterProject({ project, lead: leadText(target), address }, parts);
  if (service === null) return;
  switch (target.kind) {
    case "project":
    case "threads":
      await commands.executeCommand("weaveThreads.threads.focus");
      break;
    case "thread":
      await openThread({ conversation: target.conversation, turnId: null }, address, service, parts);
      break;
    case "call":
      await openCall(target.callId, address, service, parts);
      break;
    case "op":
      await parts.app.showOpCalls(`weave:///${project}/op/${target.name}:${target.version}`);
      break;
    default:
      target satisfies never;
  }
}

/** Reveals a thread and opens its conversation at the turn. */
export async function openThread(
  { conversation, turnId, callId }: ConversationPlace,
  address: string | null,
  target: ProjectClient,
  { project, app }: LinksParts,
): Promise<void> {
  const searching = l10n.t("Searching for thread {0}…", namedText(conversation.id));
  const found =
    project.threads.threadOf(conversation) ??
    (await withLateProgress(searching, (signal) => findThread(target, conversation, signal)));
  if (project.threads.target !== target) return;
  if (found === null && !(await isWantedAllTheSame(conversation.id, address, target))) return;
  await app.openConversation({ conversation, turnId, callId });
  if (found === null || project.threads.target !== target) return;
  project.threads.showFound(found);
  await app.revealThread(conversation);
}

/** Opens a call: in its conversation, or on its own page if it is not part of a thread. */
async function openCall(
  callId: string,
  address: string | null,
  target: ProjectClient,
  parts: LinksParts,
): Promise<void> {
  const searching = l10n.t("Searching for call {0}…", namedText(callId));
  const call = await withLateProgress(searching, (signal) => findCall(callId, target, signal));
  if (parts.project.threads.target !== target) return;
  if (typeof call === "string") {
    await showWithPage(call, address);
    return;
  }
  const place = placeOf(call);
  if (place !== null) await openThread(place, address, target, parts);
  else await parts.app.openCall(call);
}

/** Resolves to the call, or to a message if there is none. Rejects with a `ServiceError`, or the signal's reason. */
async function findCall(callId: string, target: ProjectClient, signal: AbortSignal): Promise<Call | string> {
  try {
    const call = await callById(callId, target, signal);
    return call ?? linkProblemText({ kind: "missingCall", callId, project: target.project });
  } catch (error) {
    if (error instanceof ServiceError && error.fault.kind === "routeMissing")
      return linkProblemText({ kind: "callsUnsupported", fault: error.fault });
    throw error;
  }
}

/** A thread that is not listed may have running turns. */
async function isWantedAllTheSame(id: string, address: string | null, target: ProjectClient): Promise<boolean> {
  const open = l10n.t("Open Conversation");
  return (await showWithPage(notFoundText(id, target), address, open)) === open;
}

/** Shows a message with a button for the web page. Resolves to the selected other button. */
async function showWithPage(text: string, address: string | null, other?: string): Promise<string | undefined> {
  const browser = l10n.t("Open in Browser");
  const titles = [...(other === undefined ? [] : [other]), ...(address === null ? [] : [browser])];
  const chosen = await window.showInformationMessage(text, ...titles);
  if (chosen === browser && address !== null) await openWebPage(address);
  return chosen;
}
