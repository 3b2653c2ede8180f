import * as l10n from "@vscode/l10n";
import { actionsFor, actionTitle, type FailureAction } from "../failures/action.ts";
import type { Fault } from "../failures/fault.ts";
import { faultText } from "../failures/faultText.ts";
import type { NetworkSettings } from "../network.ts";
import type { PickRow } from "../rows.ts";
import { labelText } from "../text/visibleText.ts";
import { type ProjectId, parseProjectId } from "./projectId.ts";

/** How sign-in continues after a failed check. */
export type AfterFailure =
  | "retry"
  | "keepAnyway"
  | "changeAddress"
  | "changeProject"
  | "useEditorNetwork"
  | "useOwnNetwork";

export interface FailureItem extends PickRow {
  /** How to continue; null for rows that open something else or only show text. */
  readonly decision: AfterFailure | null;
  /** What to open while the dialog stays open. */
  readonly opens?: FailureAction;
}

/** Characters that fit into a row of the box; longer text is cut off. */
const lineLength = 72;

export function sentenceItems(fault: Fault): readonly FailureItem[] {
  return wrappedText(faultText(fault), lineLength).map((line, index) =>
    choice(`${index === 0 ? "$(error) " : ""}${labelText(line)}`, null),
  );
}

/** Retry comes first, and saving without a check last. */
export function choiceItems(fault: Fault, client: NetworkSettings["client"]): readonly FailureItem[] {
  return [
    choice(actionTitle("retry"), "retry"),
    ...actionsFor(fault, "project", client).flatMap(actionItem),
    choice(l10n.t("Change Service URL"), "changeAddress", l10n.t("returns to the first step")),
    choice(l10n.t("Save Without Checking"), "keepAnyway"),
  ];
}

function actionItem(action: FailureAction): readonly FailureItem[] {
  switch (action) {
    case "openProxySetting":
    case "openCertificateSetting":
    case "openTimeoutSetting":
    case "showLog":
      return [{ ...choice(actionTitle(action), null, l10n.t("keeps this dialog open")), opens: action }];
    case "useEditorNetwork":
    case "useOwnNetwork":
      return [choice(actionTitle(action), action, l10n.t("and retry"))];
    case "selectProject":
      return [choice(actionTitle(action), "changeProject")];
    default:
      // Offered for every fault, or not applicable to a check.
      return [];
  }
}

function choice(label: string, decision: AfterFailure | null, description = ""): FailureItem {
  return { label, description, alwaysShow: true, decision };
}

export interface ProjectChoice {
  readonly current: ProjectId | null;
  readonly offered: readonly ProjectId[];
  /** Why the previous project was rejected. */
  readonly problem?: string | undefined;
}

export interface ProjectItem extends PickRow {
  readonly project: ProjectId | null;
}

export function projectItems(typed: string, { offered, current, problem }: ProjectChoice): ProjectItem[] {
  const project = parseProjectId(typed);
  const notes: ProjectItem[] = [];
  const note = (label: string) => notes.push({ label, project: null, alwaysShow: true });
  if (problem !== undefined) note(`$(error) ${labelText(problem)}`);
  if (project !== undefined) {
    notes.push({ label: labelText(project), description: l10n.t("use this project"), project, alwaysShow: true });
  } else if (typed.trim() !== "") note(`$(info) ${l10n.t("Enter entity/project, such as my-team/my-app")}`);
  const known = offered.filter((one) => one !== project);
  const currentNote = { description: l10n.t("current") };
  return [
    ...notes,
    ...known.map((one) => ({ label: labelText(one), project: one, ...(one === current && currentNote) })),
  ];
}

/**
 * The text in lines of at most `length` characters, broken at spaces; a longer word is broken inside. Spaces
 * at line breaks are dropped.
 */
export function wrappedText(text: string, length: number): readonly string[] {
  const line = new RegExp(`\\S(?:.{0,${length - 1}})(?=\\s|$)|\\S{1,${length}}`, "gu");
  return (text.match(line) ?? []).map((found) => found.trimEnd());
}
