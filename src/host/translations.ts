import * as l10n from "@vscode/l10n";
import { l10n as editor } from "vscode";
import type { Translations } from "../core/text/translations.ts";

/** What VS Code has loaded of this extension's `l10n` folder for its display language. */
export function translations(): Translations {
  return editor.bundle ?? {};
}

/** Lets all messages be said in the display language. Before it, they are in English. */
export function useTranslations(): void {
  l10n.config({ contents: translations() });
}
