import * as l10n from "@vscode/l10n";
import { isTooLong, ServiceError, UserError } from "../failures/fault.ts";
import { bugText, faultText } from "../failures/faultText.ts";
import type { ProjectId } from "../query/projectId.ts";
import type { Formats } from "../text/format.ts";
import { turnsText } from "../text/plural.ts";
import { quoted } from "../text/visibleText.ts";
import { mostDocumentBytes } from "./documentText.ts";
import { type ReadThread, threadBounds } from "./readThread.ts";

export function foreignAddressText(): string {
  return l10n.t("Invalid call document URI.");
}

/** The progress title of a loading document, by the path of its URI: its name in the folder of its call or thread. */
export function loadingText(path: string): string {
  const [folder = "", document = ""] = path.split("/").slice(-2);
  return l10n.t("Loading {0} ({1})", document, folder);
}

/** Why a document has no text; `project` is that of its address. */
export type DocumentProblem =
  | { readonly kind: "missingCall" | "emptyThread"; readonly project: ProjectId }
  | { readonly kind: "signedOut" | "otherProject"; readonly project: ProjectId; readonly service: string };

export function documentProblemText(problem: DocumentProblem): string {
  const project = quoted(problem.project);
  const service = "service" in problem ? quoted(problem.service) : "";
  return {
    missingCall: l10n.t("Call not found in project {0}. It may have been deleted.", project),
    emptyThread: l10n.t("This thread has no turns in project {0}.", project),
    signedOut: l10n.t("This document belongs to project {0} at {1}. Sign in there to open it.", project, service),
    otherProject: l10n.t(
      "This document belongs to project {0} at {1}. Switch to that project to open it.",
      project,
      service,
    ),
  }[problem.kind];
}

/** The content of a document; only that of an exception may be empty. */
export function contentText(text: string): string {
  return text === "" ? `${l10n.t("This call has no exception.")}\n` : text;
}

/** Why a document cannot be read, for display. */
export function documentFailureText(error: unknown, formats: Formats): string {
  if (error instanceof ServiceError && !isTooLong(error.fault)) return faultText(error.fault);
  if (error instanceof ServiceError) {
    const limit = formats.size(mostDocumentBytes);
    return l10n.t("The document is larger than {0} and was not loaded. Open it in the browser instead.", limit);
  }
  if (error instanceof UserError) return error.message;
  return error instanceof Error && error.name === "AbortError" ? l10n.t("Loading canceled.") : bugText();
}

/** What a thread document omits; null if it is complete. */
export function leftOutText({ turns, leftOut, more }: ReadThread, formats: Formats): string | null {
  if (leftOut === 0 && !more) return null;
  const bounds = [formats.exact(threadBounds.turns), formats.size(threadBounds.bytes)] as const;
  if (more) {
    return l10n.t("Showing the first {0}. The limit is {1} turns or {2}.", turnsText(turns.length, formats), ...bounds);
  }
  return l10n.t(
    "Showing the first {0} of {3} turns. The limit is {1} turns or {2}.",
    formats.exact(turns.length),
    ...bounds,
    formats.exact(turns.length + leftOut),
  );
}
