import * as l10n from "@vscode/l10n";
import { commands, type QuickPickItem, window } from "vscode";
import { shownValue } from "../../core/async/loadState.ts";
import { type ComparedSide, promptText, threadChoiceRow } from "../../core/compare/comparison.ts";
import type { Thread } from "../../core/threads/thread.ts";
import { tellNotReady } from "../../vscode/ui/commands.ts";
import { askPick, type StepResult } from "../../vscode/ui/quickInput.ts";
import type { FeatureParts } from "../app.ts";

type ThreadChoice = QuickPickItem & { readonly id: string };

/** Asks for two of the loaded threads, one after the other; undefined if canceled. */
export async function pickThreads(parts: FeatureParts): Promise<[ComparedSide, ComparedSide] | undefined> {
  const { sessions, target, threads } = parts;
  if (target() === null) {
    await tellNotReady(sessions.session);
    return undefined;
  }
  const loaded = [...(threads.found === null ? [] : [threads.found]), ...(shownValue(threads.load)?.threads ?? [])];
  const distinct = [...new Map(loaded.map((thread) => [thread.id, thread])).values()];
  if (distinct.length < 2) {
    await tellTooFew();
    return undefined;
  }
  let first: ThreadChoice | undefined;
  for (;;) {
    const left = await askThread("left", distinct, first, parts);
    if (left.kind !== "accepted") return undefined;
    first = left.value;
    const { id } = first;
    const others = distinct.filter((thread) => thread.id !== id);
    const right = await askThread("right", others, undefined, parts);
    if (right.kind === "hidden") return undefined;
    if (right.kind === "accepted")
      return [
        { kind: "thread", id },
        { kind: "thread", id: right.value.id },
      ];
  }
}

function askThread(
  side: "left" | "right",
  threads: readonly Thread[],
  active: ThreadChoice | undefined,
  { messages, formats }: FeatureParts,
): Promise<StepResult<ThreadChoice>> {
  const context = { formats, now: Date.now() };
  const messageOf = (thread: Thread) => messages.of(thread);
  const items = threads.map(
    (thread): ThreadChoice => ({ id: thread.id, ...threadChoiceRow(thread, messageOf, context) }),
  );
  return askPick({
    title: l10n.t("Compare Threads"),
    step: side === "left" ? 1 : 2,
    totalSteps: 2,
    placeholder: promptText(side),
    items,
    active: items.find(({ id }) => id === active?.id),
  });
}

async function tellTooFew(): Promise<void> {
  const showThreads = l10n.t("Show Threads");
  const chosen = await window.showInformationMessage(
    l10n.t("Load at least two threads in the Threads view to compare them."),
    showThreads,
  );
  if (chosen === showThreads) await commands.executeCommand("weaveThreads.threads.focus");
}
