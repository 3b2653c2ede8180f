import * as l10n from "@vscode/l10n";
import { commands, type Uri } from "vscode";
import { comparedTurn } from "../../core/conversation/transcript/compared.ts";
import type { ComparedSide } from "../../core/diff/comparison.ts";
import { loadingText } from "../../core/documents/documentNotices.ts";
import { threadBounds, withMessages } from "../../core/documents/readThread.ts";
import { withLateProgress } from "../../vscode/ui/progress.ts";
import type { UriOf } from "./openDocuments.ts";
import type { DocumentsParts } from "./register.ts";
import { readTurns } from "./subjectText.ts";

/** Turns of each side of a comparison of threads. */
export const mostCompared = 50;

interface ComparisonParts {
  readonly parts: DocumentsParts;
  readonly uriOf: UriOf;
  /** Loads a document. Rejects as its reading does. */
  readonly keep: (uri: Uri) => Promise<void>;
  /** Sets the text of a document. */
  readonly put: (uri: Uri, text: string) => void;
}

/** The documents of one side of a comparison; `isPart` if a thread has more turns. */
interface ComparedDocuments {
  readonly uris: readonly Uri[];
  readonly isPart: boolean;
}

/** Opens two sides of one kind once both are loaded, threads turn by turn. Rejects if one cannot be read. */
export async function openComparison(
  sides: readonly ComparedSide[],
  title: string,
  parts: ComparisonParts,
): Promise<void> {
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
  { parts, uriOf, keep, put }: ComparisonParts,
): Promise<ComparedDocuments> {
  if (side.kind !== "thread") {
    const uri = uriOf({ kind: side.kind, callId: side.id }, side.op);
    await keep(uri);
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
  const uris = turns.map((turn, at) => {
    // Of both sides, as the editor would show another name as renamed.
    const path = `/${l10n.t("Turn {0}", at + 1)}.md`;
    const uri = uriOf({ kind: "turn", callId: turn.call.id }).with({ path });
    put(uri, comparedTurn(turn, formats));
    return uri;
  });
  return { uris, isPart: more || leftOut > 0 };
}
