import { type LogOutputChannel, window } from "vscode";
import { failureText } from "../../core/documents/documentNotices.ts";
import { isTooLong, ServiceError } from "../../core/failures/fault.ts";
import { UserError } from "../../core/failures/userError.ts";
import type { Formats } from "../../core/text/format.ts";
import { inBackground, reportFailure } from "../../vscode/ui/commands.ts";
import { showFault } from "../../vscode/ui/faultNotice.ts";

export interface FailureContext {
  /** Loads the document again. */
  readonly retry: () => Promise<void>;
  readonly formats: Formats;
  readonly log: LogOutputChannel;
}

/** Reports why a document cannot be read: the editor only says that it could not be opened. */
export function tellFailure(error: unknown, { retry, formats, log }: FailureContext): void {
  if (error instanceof UserError || (error instanceof ServiceError && isTooLong(error.fault))) {
    window.showErrorMessage(failureText(error, formats));
  } else if (error instanceof ServiceError) {
    inBackground(showFault(error.fault, { asked: "project", retry }), log);
  } else {
    reportFailure(error, log);
  }
}
