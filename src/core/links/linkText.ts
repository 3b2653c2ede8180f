import * as l10n from "@vscode/l10n";
import { hostText } from "../failures/connectionText.ts";
import type { Fault } from "../failures/fault.ts";
import type { LinkTarget } from "../query/linkTarget.ts";
import type { ProjectId } from "../query/projectId.ts";
import { namedText, plainText } from "../text/visibleText.ts";
import type { LinkRefusal } from "./editorLink.ts";
import type { TextLink } from "./textLinks.ts";

/** Describes the target of a link. Names and IDs are untrusted. */
export function leadText(target: LinkTarget | { readonly kind: "count"; readonly project: ProjectId }): string {
  const project = plainText(target.project);
  const named = namedText(nameOf(target));
  return {
    project: l10n.t("This link opens project {0}.", project),
    threads: l10n.t("This link opens project {0}.", project),
    thread: l10n.t("This link opens thread {0} in project {1}.", named, project),
    call: l10n.t("This link opens call {0} in project {1}.", named, project),
    op: l10n.t("This link opens op {0} in project {1}.", named, project),
    object: l10n.t("This link opens object {0} in project {1}.", named, project),
    count: l10n.t("This link counts calls in project {0}.", project),
  }[target.kind];
}

function nameOf(target: Parameters<typeof leadText>[0]): string {
  if (target.kind === "thread") return target.conversation.id;
  if (target.kind === "call") return target.callId;
  return "name" in target ? target.name : "";
}

export function tooltip({ target }: TextLink): string {
  return target.kind === "object" ? l10n.t("Open in Browser") : l10n.t("Open in Weave Threads");
}

/** The tooltip in a terminal, the only place there that can mention the browser. */
export function terminalTooltip(link: TextLink): string {
  return link.web && link.target.kind !== "op"
    ? l10n.t("Open in Weave Threads (“Open in Browser” is in its menu)")
    : tooltip(link);
}

export function refusalText(refusal: LinkRefusal): string {
  const parameter = "parameter" in refusal ? refusal.parameter : "";
  return {
    page: l10n.t("This link is not supported."),
    tooLong: l10n.t("The link is too long."),
    unknown: l10n.t(
      "The link contains an unsupported parameter, such as a key or URL, or a value that is not encoded twice.",
    ),
    twice: l10n.t("“{0}” appears more than once.", parameter),
    missing: l10n.t("“{0}” is missing.", parameter),
    unreadable: l10n.t("“{0}” is not valid.", parameter),
  }[refusal.kind];
}

/** Why the page of a link cannot be shown, or a link cannot be made. */
export type LinkProblem =
  | { readonly kind: keyof ReturnType<typeof linkProblems> }
  | { readonly kind: "otherService"; readonly service: string }
  | { readonly kind: "missingCall"; readonly callId: string; readonly project: ProjectId }
  | { readonly kind: "callsUnsupported"; readonly fault: Fault };

export function linkProblemText(problem: LinkProblem): string {
  switch (problem.kind) {
    case "otherService":
      return l10n.t("This conversation is on another service: {0}.", plainText(problem.service));
    case "missingCall":
      return l10n.t("Call {0} not found in {1}.", namedText(problem.callId), plainText(problem.project));
    case "callsUnsupported":
      return l10n.t("Reading calls is not supported by {0}.", hostText(problem.fault));
    default:
      return linkProblems()[problem.kind];
  }
}

function linkProblems() {
  return {
    sampleObject: l10n.t("Objects open only in the web app, where the sample project is not available."),
    samplePage: l10n.t("The sample project is not available in the web app."),
    name: l10n.t("This name cannot be used in a web link."),
    webUrl: l10n.t("Invalid web URL in the settings. Use an https:// URL without user name, key or query string."),
    longCount: l10n.t("These conditions are too long for a link. Use a count file instead."),
    longThread: l10n.t("This thread ID is too long for a link."),
  };
}
