import * as l10n from "@vscode/l10n";
import { isTooLong, ServiceError } from "../failures/fault.ts";
import { faultText } from "../failures/faultText.ts";
import { bugText } from "../failures/pageNotice.ts";
import { UserError } from "../failures/userError.ts";
import type { Formats } from "../text/format.ts";
import { mostDocumentBytes } from "./documentText.ts";
import { type ReadThread, threadBounds } from "./readThread.ts";

export function foreignAddressText(): string {
  return l10n.t("This address names no document of a call.");
}

/** Why a document cannot be read, for whoever reads it. */
export function failureText(error: unknown, formats: Formats): string {
  if (error instanceof ServiceError) return isTooLong(error.fault) ? tooLargeText(formats) : faultText(error.fault);
  if (error instanceof UserError) return error.message;
  return error instanceof Error && error.name === "AbortError" ? l10n.t("Loading was given up.") : bugText();
}

function tooLargeText(formats: Formats): string {
  return l10n.t(
    "The document is larger than {0}, the most that is loaded. It can be read in the web page of Weave.",
    formats.size(mostDocumentBytes),
  );
}

/** What a document of a thread does not hold; null where it holds all. */
export function leftOutText({ turns, leftOut, more }: ReadThread, formats: Formats): string | null {
  if (leftOut === 0 && !more) return null;
  const shown = formats.exact(turns.length);
  const bounds = [formats.exact(threadBounds.turns), formats.size(threadBounds.bytes)] as const;
  if (more) {
    return l10n.t(
      "Only the first {0} turns are here; later ones are left out: at most {1} turns or {2} are loaded.",
      shown,
      ...bounds,
    );
  }
  return l10n.t(
    "Only the first {0} turns are here, and {3} later ones are left out: at most {1} turns or {2} are loaded.",
    shown,
    ...bounds,
    formats.exact(leftOut),
  );
}
