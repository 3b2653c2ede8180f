import * as l10n from "@vscode/l10n";
import type { FailureAction } from "./action.ts";

/** The button label of an action. */
export function actionTitle(action: FailureAction): string {
  switch (action) {
    case "retry":
      return l10n.t("Retry");
    case "signIn":
      return l10n.t("Sign In");
    case "loadThreads":
      return l10n.t("Load Threads");
    case "useKey":
      return l10n.t("Use API Key…");
    case "selectProject":
      return l10n.t("Select Project");
    case "openAddressSetting":
      return l10n.t("Open Service URL Setting");
    case "openTimeoutSetting":
      return l10n.t("Open Request Timeout Setting");
    case "openProxySetting":
      return l10n.t("Open Proxy Setting");
    case "openCertificateSetting":
      return l10n.t("Open Certificate Setting");
    case "narrowTimeRange":
      return l10n.t("Narrow Time Range");
    case "changeFilter":
      return l10n.t("Change Filter");
    case "changeSort":
      return l10n.t("Change Sort Order");
    case "changeCount":
      return l10n.t("Change Count");
    case "showLog":
      return l10n.t("Show Log");
    case "useEditorNetwork":
      return l10n.t("Use VS Code's HTTP Client");
    case "useOwnNetwork":
      return l10n.t("Use Built-in HTTP Client");
  }
}
