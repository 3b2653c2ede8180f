import * as l10n from "@vscode/l10n";
import type { QuickPickItem } from "vscode";
import { serviceAddressProblemText } from "../../core/input/problemText.ts";
import { namedByText } from "../../core/session/sessionText.ts";
import type { WeaveService } from "../../core/session/weaveServices.ts";
import { askPick, askText, type StepHeading, type StepResult } from "../../host/quickInput.ts";

/** Asks for the address of the service. */
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
  /** The one that is selected at first; null is the way to type another. */
  readonly active: string | null;
  /** Hears what is typed into the list: it may be an address. */
  readonly onType: (value: string) => void;
}

/** Asks which of the known addresses it is; null if it is to be typed. */
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
