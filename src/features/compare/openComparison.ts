import { window } from "vscode";
import { type ComparedSide, compareProblem, sideName, subjectOf } from "../../core/compare/comparedSide.ts";
import { kindsText, sameText } from "../../core/compare/compareText.ts";
import { serviceOf } from "../../core/conversation/conversationAddress.ts";
import { documentParts } from "../../core/documents/documentAddress.ts";
import { tellNotReady } from "../../vscode/ui/commands.ts";
import type { CompareParts } from "./register.ts";

/** Opens two sides in VS Code's diff editor, or reports why they cannot be compared. */
export async function openComparison(
  left: ComparedSide,
  right: ComparedSide,
  { sessions, target, app }: CompareParts,
): Promise<void> {
  const { session } = sessions;
  const service = session && serviceOf(session);
  const project = target()?.project;
  if (service === null || project === undefined) return tellNotReady(session);
  const problem = compareProblem(left, right);
  if (problem !== null) {
    window.showInformationMessage(problem === "same" ? sameText(left) : kindsText(left, right));
    return;
  }
  const addressOf = (side: ComparedSide) => documentParts({ service, project, subject: subjectOf(side) }, side.op);
  await app.openComparison(addressOf(left), addressOf(right), `${sideName(left)} ↔ ${sideName(right)}`);
}
