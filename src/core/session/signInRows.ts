import * as l10n from "@vscode/l10n";
import { actionsFor, actionTitle, type FailureAction } from "../failures/action.ts";
import type { Fault } from "../failures/fault.ts";
import { faultText } from "../failures/faultText.ts";
import { type ProjectId, parseProjectId } from "../query/projectId.ts";
import type { NetworkSettings } from "../settings/network.ts";
import { publicService, type ServicePlace } from "../settings/serviceUrl.ts";
import type { PickRow } from "../text/rows.ts";
import { labelText, visibleText } from "../text/visibleText.ts";
import { columnsOf, segmentsOf, startOf } from "../text/wordCut.ts";
import { readPasted, type WebApp } from "./pastedAddress.ts";
import type { OfferedProject } from "./projectMentions.ts";
import type { ProjectSetting } from "./sessionPorts.ts";

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

/** Columns that fit into a row of the box; longer text is cut off. */
const lineLength = 72;

export function sentenceItems(fault: Fault): readonly FailureItem[] {
  return errorLines(faultText(fault)).map((line) => choice(line, null));
}

function errorLines(text: string): readonly string[] {
  return wrappedText(text, lineLength).map((line, index) => `${index === 0 ? "$(error) " : ""}${labelText(line)}`);
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

/** What was entered where a project is selected: a project, a service, or a project of another service. */
export interface EnteredProject {
  readonly project: ProjectId | null;
  /** Null for the current service. */
  readonly service: ServicePlace | null;
}

export interface ProjectChoice {
  readonly current: ProjectId | null;
  readonly offered: readonly OfferedProject[];
  /** Why the previous project was rejected. */
  readonly problem?: string | undefined;
}

export interface ProjectItem extends PickRow {
  readonly entered: EnteredProject | null;
}

/** A project from a text: `<entity>/<project>`, or the URL of one at `service` or, if allowed, another service. */
export function enteredProject(
  text: string,
  { service, apps, others }: { service: ServicePlace | null; apps: readonly WebApp[]; others: boolean },
): EnteredProject | undefined {
  const id = parseProjectId(text);
  const pasted = readPasted(text, apps);
  const known = id === undefined ? undefined : { project: id, service: null };
  if (pasted === null || typeof pasted === "string") return known;
  const { url, origin } = pasted.service;
  // `host/traces` has the form of a project.
  if (known !== undefined && url !== publicService.url && !url.endsWith("/traces")) return known;
  if (origin !== service?.origin) return others ? pasted : undefined;
  return pasted.project === null ? undefined : { project: pasted.project, service: null };
}

/** The projects to offer, each once; those found in the workspace come before the recent ones. */
export function offeredProjects(
  setting: ProjectSetting | null,
  found: readonly OfferedProject[],
  recent: readonly ProjectId[],
): readonly OfferedProject[] {
  const from = setting?.isOfWorkspace ? l10n.t("from workspace settings") : l10n.t("from user settings");
  const all = [
    ...(setting === null ? [] : [{ project: setting.project, from }]),
    ...found.map(({ project, from: file }) => ({ project, from: l10n.t("from {0}", file) })),
    ...recent.map((project) => ({ project, from: l10n.t("recent") })),
  ];
  return all.filter(({ project }, index) => all.findIndex((other) => other.project === project) === index);
}

/** `entered` is what the text was understood as. */
export function projectItems(
  text: string,
  entered: EnteredProject | undefined,
  { offered, current, problem }: ProjectChoice,
): readonly ProjectItem[] {
  const notes: ProjectItem[] = [];
  const note = (label: string) => notes.push({ label, entered: null, alwaysShow: true });
  for (const line of errorLines(problem ?? "")) note(line);
  if (entered !== undefined) {
    const { project, service } = entered;
    const label = labelText(project ?? service?.url ?? "");
    const description = service === null ? l10n.t("use this project") : l10n.t("at {0}", service.origin);
    notes.push({ label, description, entered, alwaysShow: true });
  } else if (text.trim() !== "") note(`$(info) ${l10n.t("Enter entity/project, such as my-team/my-app")}`);
  const known = offered.filter(({ project }) => project !== entered?.project);
  return [
    ...notes,
    ...known.map(({ project, from }) => {
      const about = [project === current ? l10n.t("current") : "", visibleText(from)].filter((part) => part !== "");
      return {
        label: labelText(project),
        description: labelText(about.join(" · ")),
        entered: { project, service: null },
      };
    }),
  ];
}

/** Lines may end beside characters of Japanese and Chinese, but not before a closing mark or after an opening one. */
const anywhere =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3001-\\u303f\\u30fb\\u30fc\\uff01-\\uff60]";
const unbroken = new RegExp(`\\s*\\p{Ps}*(?:${anywhere}|(?:(?!${anywhere})\\S)+)[\\p{Pe}\\p{Po}ー]*`, "gu");

/** The text in lines of at most `most` columns; a longer word is broken inside. Spaces at line breaks are dropped. */
export function wrappedText(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of text.match(unbroken) ?? []) {
    if (columnsOf(line + piece) <= most) line += piece;
    else {
      lines.push(line);
      line = piece.trimStart();
    }
    while (columnsOf(line) > most) {
      const graphemes = segmentsOf("grapheme", line);
      const start = startOf(graphemes, most) || (graphemes[0] ?? "");
      if (start === line) break;
      lines.push(start);
      line = line.slice(start.length);
    }
  }
  return [...lines, line].map((one) => one.trim()).filter((one) => one !== "");
}
