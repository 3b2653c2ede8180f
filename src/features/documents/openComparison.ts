import * as l10n from "@vscode/l10n";
import { CancellationError, commands, type Uri } from "vscode";
import { pathSegment } from "../../core/conversation/conversationAddress.ts";
import { editSides } from "../../core/conversation/fileArguments.ts";
import { comparedTurn } from "../../core/conversation/transcript/compared.ts";
import type { ComparedSide } from "../../core/diff/comparison.ts";
import type { DocumentSubject } from "../../core/documents/documentAddress.ts";
import { loadingText } from "../../core/documents/documentNotices.ts";
import { threadBounds, withMessages } from "../../core/documents/readThread.ts";
import { baseName } from "../../core/opNavigation/sourcePlace.ts";
import { besideConversation } from "../../vscode/page/tabs.ts";
import { withLateProgress } from "../../vscode/ui/progress.ts";
import type { OpenDocuments } from "./openDocuments.ts";
import type { DocumentsParts } from "./register.ts";
import { readTurns } from "./subjectText.ts";

/** Turns of each side of a comparison of threads. */
export const mostCompared = 50;

const longestFileName = 60;

/** The URI of a subject in the project; `op` is its call's. */
export type UriOf = (subject: DocumentSubject, op?: string) => Uri;

interface ComparisonParts {
  readonly parts: DocumentsParts;
  readonly documents: Pick<OpenDocuments, "keep" | "put" | "showFailure">;
  readonly uriOf: UriOf;
}

/** The documents of one side of a comparison; `isPart` if a thread has more turns. */
interface ComparedDocuments {
  readonly uris: readonly Uri[];
  readonly isPart: boolean;
}

/** Opens two sides of one kind once both are loaded, threads turn by turn; reports why if one cannot be read. */
export async function openComparison(
  sides: readonly ComparedSide[],
  title: string,
  parts: ComparisonParts,
): Promise<void> {
  try {
    await showComparison(sides, title, parts);
  } catch (error) {
    parts.documents.showFailure(error, () => openComparison(sides, title, parts));
  }
}

/** Compares what a tool call replaced in a file of this path, once it is loaded; reports why if it cannot be read. */
export async function openEditComparison(
  { callId, path }: { readonly callId: string; readonly path: string },
  { documents, uriOf }: Pick<ComparisonParts, "documents" | "uriOf">,
): Promise<void> {
  // Both sides have the name that tells the language.
  const name = pathSegment(baseName(path), longestFileName);
  const [before, after] = editSides.map((side) => uriOf({ kind: "edit", callId, side }).with({ path: `/${name}` }));
  if (before === undefined || after === undefined) return;
  const options = { preview: true, viewColumn: besideConversation() };
  try {
    await Promise.all([documents.keep(before), documents.keep(after)]);
    await commands.executeCommand("vscode.diff", before, after, l10n.t("{0} (Edit)", name), options);
  } catch (error) {
    documents.showFailure(error, () => openEditComparison({ callId, path }, { documents, uriOf }));
  }
}

async function showComparison(sides: readonly ComparedSide[], title: string, parts: ComparisonParts): Promise<void> {
  const documents = await Promise.all(sides.map((side) => comparedDocuments(side, parts)));
  const [from = [], to = []] = documents.map(({ uris }) => uris);
  if (sides[0]?.kind !== "thread") {
    await commands.executeCommand("vscode.diff", from[0], to[0], title, { preview: true });
    return;
  }
  // A change as long as a conversation takes the diff editor seconds.
  const pairs = Array.from({ length: Math.max(from.length, to.length) }, (_, at) => [
    to[at] ?? from[at],
    from[at],
    to[at],
  ]);
  const isPart = documents.some(({ isPart }) => isPart);
  const whole = isPart ? l10n.t("{0} (first {1} turns)", title, pairs.length) : title;
  await commands.executeCommand("vscode.changes", whole, pairs);
}

/** Loads the documents of one side: one for each turn of a thread. */
async function comparedDocuments(
  side: ComparedSide,
  { parts, documents, uriOf }: ComparisonParts,
): Promise<ComparedDocuments> {
  if (side.kind !== "thread") {
    const uri = uriOf({ kind: side.kind, callId: side.id }, side.op);
    await documents.keep(uri);
    return { uris: [uri], isPart: false };
  }
  const { conversation } = side;
  const { project, formats } = parts;
  const { target } = project.threads;
  if (target === null) return { uris: [], isPart: false };
  const read = async (signal: AbortSignal, report: (message: string) => void) => {
    const thread = await readTurns(
      conversation,
      target,
      parts,
      { report, bounds: { ...threadBounds, turns: mostCompared } },
      signal,
    );
    return { ...thread, turns: await withMessages(conversation, thread.turns, target, signal) };
  };
  const { turns, leftOut, more } = await withLateProgress(loadingText(`${conversation.id}/`), read);
  // The account or privacy mode was changed meanwhile.
  if (project.threads.target !== target) throw new CancellationError();
  const uris = turns.map((turn, at) => {
    // Of both sides, as the editor would show another name as renamed.
    const path = `/${l10n.t("Turn {0}", at + 1)}.md`;
    const uri = uriOf({ kind: "turn", callId: turn.call.id }).with({ path });
    documents.put(uri, comparedTurn(turn, formats));
    return uri;
  });
  return { uris, isPart: more || leftOut > 0 };
}
