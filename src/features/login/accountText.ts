import * as l10n from "@vscode/l10n";
import type { AccountName } from "../../core/session/accountSecret.ts";
import { visibleText } from "../../core/visibleText.ts";

/** An account as a person knows it. */
export function accountText({ origin, username }: AccountName): string {
  return l10n.t("{0} at {1}", visibleText(username), origin);
}
