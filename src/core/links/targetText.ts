import * as l10n from "@vscode/l10n";
import type { ProjectId } from "../session/projectId.ts";
import { plainText, visibleCut } from "../text/visibleText.ts";
import type { LinkTarget } from "./linkTarget.ts";

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
