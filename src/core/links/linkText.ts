import * as l10n from "@vscode/l10n";
import type { ProjectId } from "../session/projectId.ts";
import { plainText, visibleCut } from "../text/visibleText.ts";
import type { LinkRefusal } from "./editorLink.ts";
import type { LinkTarget } from "./linkTarget.ts";
import type { TextLink } from "./textLinks.ts";

const longestName = 60;

/** Where a link leads to, in a sentence. Names and ids are a stranger's. */
export function leadText(target: LinkTarget | { readonly kind: "count"; readonly project: ProjectId }): string {
  const project = plainText(target.project);
  switch (target.kind) {
    case "project":
    case "threads":
      return l10n.t("The link leads to the project {0}.", project);
    case "thread":
      return l10n.t("The link leads to the thread {0} of the project {1}.", named(target.threadId), project);
    case "call":
      return l10n.t("The link leads to the call {0} of the project {1}.", named(target.callId), project);
    case "op":
      return l10n.t("The link leads to the op {0} of the project {1}.", named(target.name), project);
    case "object":
      return l10n.t("The link leads to the object {0} of the project {1}.", named(target.name), project);
    case "count":
      return l10n.t("The link leads to a count of calls of the project {0}.", project);
  }
}

/** An id or a name, short enough for a message. */
export function named(name: string): string {
  return plainText(visibleCut(name, longestName));
}

export function tooltip({ target }: TextLink): string {
  return target.kind === "object" ? l10n.t("Open in Browser") : l10n.t("Open in Weave Threads");
}

export function refusalText(refusal: LinkRefusal): string {
  switch (refusal.kind) {
    case "page":
      return l10n.t("It leads to nothing that there is here.");
    case "tooLong":
      return l10n.t("It is too long.");
    case "unknown":
      return l10n.t(
        "It holds something that links here do not, such as a key or an address, or a value that is not encoded twice.",
      );
    case "twice":
      return l10n.t("It holds “{0}” twice.", refusal.parameter);
    case "missing":
      return l10n.t("It lacks “{0}”.", refusal.parameter);
    case "unreadable":
      return l10n.t("What it holds as “{0}” cannot be read.", refusal.parameter);
  }
}
