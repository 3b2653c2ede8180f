import * as l10n from "@vscode/l10n";
import type { QuickPickItem } from "vscode";
import { serviceAddressProblemText } from "../../core/input/problemText.ts";
import { namedByText } from "../../core/session/sessionText.ts";
import type { WeaveService } from "../../core/session/weaveServices.ts";
import { askPick, askText, type StepHeading, type StepResult } from "../../vscode/ui/quickInput.ts";

/** Asks for the service URL. */
export function askAddress(
  heading: StepHeading,
  value: string,
  onType: (value: string) => void,
): Promise<StepResult<string>> {
  return askText({
    ...heading,
    prompt: l10n.t("Service URL"),
    value,
    validate: serviceAddressProblemText,
    onType,
  });
}

export interface KnownAddresses {
  readonly configured: string;
  readonly others: readonly WeaveService[];
  /** The initial selection; null for entering another URL. */
  readonly active: string | null;
  /** Called with the filter text, which may be a URL. */
  readonly onType: (value: string) => void;
}

/** Asks for one of the known URLs; null to enter another. */
export async function askKnownAddress(
  heading: StepHeading,
  { configured, others, active, onType }: KnownAddresses,
): Promise<StepResult<string | null>> {
  const items: readonly (QuickPickItem & { readonly url: string | null })[] = [
    { label: configured, description: l10n.t("from VS Code settings"), url: configured },
    ...others.map(({ url, namedBy }) => ({ label: url, description: namedByText(namedBy), url })),
    { label: l10n.t("Enter Another URL…"), url: null, alwaysShow: true },
  ];
  const result = await askPick({
    ...heading,
    placeholder: l10n.t("Service URL"),
    items,
    active: items.find(({ url }) => url === active),
    onType,
  });
  return result.kind === "accepted" ? { kind: "accepted", value: result.value.url } : result;
}
