import * as l10n from "@vscode/l10n";
import { commands, type Disposable, window } from "vscode";
import type { ComparedSide } from "../../core/diff/comparison.ts";
import { registerSessionCommands, showRowIsGone } from "../../vscode/ui/commands.ts";
import type { Parts } from "../app.ts";

export type CompareParts = Parts<"app" | "sessions" | "privacy" | "log">;

const noticeMs = 3000;

/** Compares two threads, turns or calls in VS Code's diff editor. */
export function registerCompare(parts: CompareParts): Disposable[] {
  const { sessions } = parts;
  const comparison = () => import("../../core/diff/comparison.ts");
  let selected: ComparedSide | null = null;
  const select = (side: ComparedSide | null) => {
    selected = side;
    void commands.executeCommand("setContext", "weaveThreads.compareSelected", side !== null);
  };
  return [
    // An ID is only valid within its project.
    sessions.onChange(() => select(null)),
    ...registerSessionCommands(parts, {
      "weaveThreads.selectForCompare": async (given: unknown) => {
        const { comparedSide, sideName } = await comparison();
        const side = comparedSide(given);
        if (side === undefined) return showRowIsGone();
        select(side);
        window.setStatusBarMessage(l10n.t("Selected for compare: {0}", sideName(side)), noticeMs);
      },
      "weaveThreads.compareWithSelected": async (given: unknown) => {
        const { comparedSide } = await comparison();
        const side = comparedSide(given);
        if (side === undefined) return showRowIsGone();
        if (selected !== null) return openComparison(selected, side, parts);
        window.showInformationMessage(l10n.t("Run Select for Compare on a thread, turn or call first."));
      },
    }),
  ];
}

/** Opens two sides in VS Code's diff editor, or reports why they cannot be compared. */
async function openComparison(left: ComparedSide, right: ComparedSide, { app }: CompareParts): Promise<void> {
  const { compareProblem, kindsText, sameText, sideName } = await import("../../core/diff/comparison.ts");
  const problem = compareProblem(left, right);
  if (problem === null) return app.openComparison(left, right, `${sideName(left)} ↔ ${sideName(right)}`);
  window.showInformationMessage(problem === "same" ? sameText(left) : kindsText(left, right));
}
