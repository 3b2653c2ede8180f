import * as l10n from "@vscode/l10n";
import { visibleText } from "../text/visibleText.ts";
import type { AccountName } from "./accountSecret.ts";

/** An account as a person knows it. */
export function accountText({ origin, username }: AccountName): string {
  return l10n.t("{0} at {1}", visibleText(username), origin);
}
