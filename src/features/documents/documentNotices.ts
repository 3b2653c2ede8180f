import { type LogOutputChannel, l10n, type Uri } from "vscode";
import { mostDocumentBytes } from "../../core/documents/documentText.ts";
import { type Fault, ServiceError } from "../../core/fault.ts";
import type { Formats } from "../../core/format.ts";
import { faultText } from "../../host/faultText.ts";
import { CancelledByPerson } from "../../host/lateProgress.ts";
import { UserError } from "../../host/userError.ts";

/** What is said while a document loads: its name, with that of the call in front. */
export function loadingText({ path }: Uri): string {
  const [call = "", document = ""] = path.split("/").slice(-2);
  return l10n.t("Loading {0} of {1}", document, call);
}

export function foreignAddressText(): string {
  return l10n.t("This address names no document of a call.");
}

/** Why a document cannot be shown, for the place where it would be; a bug is logged whole. */
export function failureText(error: unknown, formats: Formats, log: LogOutputChannel): string {
  if (error instanceof CancelledByPerson) return l10n.t("Loading was cancelled. Open the document again to load it.");
  if (error instanceof ServiceError) return isBeyondLimit(error.fault) ? tooLargeText(formats) : faultText(error.fault);
  if (error instanceof UserError) return error.message;
  if (error instanceof Error && error.name === "AbortError")
    return l10n.t("Loading was given up, because the document was closed.");
  log.error(error instanceof Error ? error : String(error));
  return l10n.t("Something went wrong. The log has the details.");
}

/** The client breaks an answer off at a record that is longer than was asked for, and says how long that is. */
function isBeyondLimit(fault: Fault): boolean {
  return fault.kind === "malformed" && fault.detail.includes(` than ${mostDocumentBytes} bytes`);
}

function tooLargeText(formats: Formats): string {
  return l10n.t(
    "The document is larger than {0}, the most that is loaded. It can be read in the web page of Weave.",
    formats.size(mostDocumentBytes),
  );
}
