import * as l10n from "@vscode/l10n";
import { l10n as editor } from "vscode";
import type { Translations } from "../../core/text/plural.ts";

/** The bundle that VS Code has loaded for its display language. */
export function translations(): Translations {
  return editor.bundle ?? {};
}

/** Configures messages for the display language. Before this, they are in English. */
export function useTranslations(): void {
  l10n.config({ contents: translations() });
}
