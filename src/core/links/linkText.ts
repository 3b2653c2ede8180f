import * as l10n from "@vscode/l10n";
import type { ProjectId } from "../session/projectId.ts";
import { plainText, visibleCut } from "../text/visibleText.ts";
import type { LinkRefusal } from "./editorLink.ts";
import type { LinkTarget } from "./linkTarget.ts";
import type { TextLink } from "./textLinks.ts";

const longestName = 60;

/** Describes the target of a link. Names and IDs are untrusted. */
export function leadText(target: LinkTarget | { readonly kind: "count"; readonly project: ProjectId }): string {
  const project = plainText(target.project);
  switch (target.kind) {
    case "project":
    case "threads":
      return l10n.t("This link opens project {0}.", project);
    case "thread":
      return l10n.t("This link opens thread {0} in project {1}.", named(target.threadId), project);
    case "call":
      return l10n.t("This link opens call {0} in project {1}.", named(target.callId), project);
    case "op":
      return l10n.t("This link opens op {0} in project {1}.", named(target.name), project);
    case "object":
      return l10n.t("This link opens object {0} in project {1}.", named(target.name), project);
    case "count":
      return l10n.t("This link counts calls in project {0}.", project);
  }
}

/** An ID or name, shortened for a message. */
export function named(name: string): string {
  return plainText(visibleCut(name, longestName));
}

export function tooltip({ target }: TextLink): string {
  return target.kind === "object" ? l10n.t("Open in Browser") : l10n.t("Open in Weave Threads");
}

export function refusalText(refusal: LinkRefusal): string {
  switch (refusal.kind) {
    case "page":
      return l10n.t("This link is not supported.");
    case "tooLong":
      return l10n.t("The link is too long.");
    case "unknown":
      return l10n.t(
        "The link contains an unsupported parameter, such as a key or URL, or a value that is not encoded twice.",
      );
    case "twice":
      return l10n.t("“{0}” appears more than once.", refusal.parameter);
    case "missing":
      return l10n.t("“{0}” is missing.", refusal.parameter);
    case "unreadable":
      return l10n.t("“{0}” is not valid.", refusal.parameter);
  }
}
