import * as l10n from "@vscode/l10n";
import { env } from "vscode";
import { addressProblemText } from "../../core/failures/faultText.ts";
import { type LookedUpKey, looksLikeKey } from "../../core/session/keySource.ts";
import { type PastedAddress, readPasted, type WebApp } from "../../core/session/pastedAddress.ts";
import {
  type OfferedService,
  pastedText,
  type ServiceChoice,
  type ServiceItem,
  serviceItems,
} from "../../core/session/serviceRows.ts";
import { askRead, openPick, type StepPosition, type StepResult, settle } from "../../vscode/ui/quickInput.ts";

export interface ServicePick {
  readonly services: readonly OfferedService[];
  readonly keys: readonly LookedUpKey[];
  readonly apps: readonly WebApp[];
  /** The URL of the service that is selected first; undefined for the first row. */
  readonly preferred: string | undefined;
  /** Called with the filter text. */
  readonly onType: (value: string) => void;
  /** Called with a key that is pasted into the box, which does not show it. */
  readonly onKey: (key: string) => void;
}

/** Asks for a service, or a key that was found; a typed or pasted URL is understood instead of filtering. */
export function pickService(
  position: StepPosition,
  { services, keys, apps, preferred, onType, onKey }: ServicePick,
): Promise<StepResult<ServiceChoice>> {
  const placeholder =
    env.remoteName === undefined
      ? l10n.t("Select a service, or paste the URL of a project")
      : l10n.t("Select a service or an API key on the remote machine, or paste the URL of a project");
  const pick = openPick<ServiceItem>({ ...position, placeholder });
  const itemsFor = (text: string) => serviceItems(readPasted(text, apps), services, keys);
  pick.items = itemsFor("");
  const first = pick.items.find(({ choice }) => choice?.kind === "service" && choice.service.url === preferred);
  if (first !== undefined) pick.activeItems = [first];
  return settle<ServiceChoice>(pick, (finish) => [
    pick.onDidChangeValue((pasted) => {
      const isKey = looksLikeKey(pasted);
      const value = isKey ? "" : pasted;
      if (isKey) {
        onKey(pasted);
        pick.value = "";
        pick.placeholder = l10n.t("Select the service of the API key");
      }
      onType(value);
      pick.items = itemsFor(value);
    }),
    pick.onDidAccept(() => {
      // Items are drawn a moment after the input: a URL counts as it is typed.
      const [understood, ...others] = itemsFor(pick.value);
      const selected = others.length === 0 ? understood : pick.selectedItems[0];
      if (selected?.choice) finish(selected.choice);
    }),
  ]);
}

/** Asks for a service URL, a host, or the URL of a project, and shows what is understood. */
export async function askAddress(
  position: StepPosition,
  value: string,
  apps: readonly WebApp[],
  { onType, onKey }: Pick<ServicePick, "onType" | "onKey">,
): Promise<StepResult<PastedAddress>> {
  return await askRead({
    ...position,
    prompt: l10n.t("Service URL, host or URL of a project"),
    value,
    read: (text) => {
      const pasted = readPasted(text, apps) ?? "notAUrl";
      return typeof pasted === "string" ? addressProblemText(pasted) : pasted;
    },
    echo: pastedText,
    onType,
    divert: (text) => {
      if (!looksLikeKey(text)) return undefined;
      onKey(text);
      return l10n.t("The API key is in the next step. Enter the URL of its service.");
    },
  });
}
