import * as l10n from "@vscode/l10n";
import { commands, type QuickPickItem, window } from "vscode";
import type { ComparedSide } from "../../core/compare/comparedSide.ts";
import { shownValue } from "../../core/load.ts";
import { turnsText } from "../../core/text/plural.ts";
import { labelText, visibleCut } from "../../core/text/visibleText.ts";
import type { Thread } from "../../core/threads/thread.ts";
import { tellNotReady } from "../../host/commands.ts";
import { askPick, type StepResult } from "../../host/quickInput.ts";
import type { CompareParts } from "./register.ts";

type ThreadChoice = QuickPickItem & { readonly id: string };

/** Asks for two of the loaded threads, one after the other; undefined if canceled. */
export async function pickThreads(parts: CompareParts): Promise<[ComparedSide, ComparedSide] | undefined> {
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
    const left = await askThread(1, distinct, first, parts);
    if (left.kind !== "accepted") return undefined;
    first = left.value;
    const { id } = first;
    const others = distinct.filter((thread) => thread.id !== id);
    const right = await askThread(2, others, undefined, parts);
    if (right.kind === "hidden") return undefined;
    if (right.kind === "accepted")
      return [
        { kind: "thread", id },
        { kind: "thread", id: right.value.id },
      ];
  }
}

function askThread(
  step: 1 | 2,
  threads: readonly Thread[],
  active: ThreadChoice | undefined,
  { formats }: CompareParts,
): Promise<StepResult<ThreadChoice>> {
  const now = Date.now();
  const items = threads.map(({ id, turnCount, lastUpdated }): ThreadChoice => {
    const turns = turnsText(turnCount, formats);
    const updated = lastUpdated === null ? l10n.t("running") : formats.ago(lastUpdated, now);
    const label = visibleCut(id).trim() || l10n.t("(blank ID)");
    return { id, label: labelText(label), description: `${updated} · ${turns}` };
  });
  return askPick({
    title: l10n.t("Compare Threads"),
    step,
    totalSteps: 2,
    placeholder: step === 1 ? l10n.t("Select the left thread") : l10n.t("Select the right thread"),
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
