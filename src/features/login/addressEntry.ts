import * as l10n from "@vscode/l10n";
import type { QuickPickItem } from "vscode";
import { serviceAddressProblemText } from "../../core/input/problemText.ts";
import { parseServiceAddress } from "../../core/session/serviceUrl.ts";
import { namedByText } from "../../core/session/sessionText.ts";
import type { WeaveService } from "../../core/session/weaveServices.ts";
import { askPick, askText, type StepPosition, type StepResult } from "../../vscode/ui/quickInput.ts";

export interface Address {
  readonly url: string;
  readonly origin: string;
}

/** The service URL: a known one, if the machine names more than one, or a typed one. */
export class AddressEntry {
  readonly #configured: string;
  /** The known ones besides the configured one. */
  readonly #others: readonly WeaveService[];
  #typed: string;
  /** Null if the typed one is used. */
  #chosen: string | null;
  #typing: boolean;

  /** Starts with the configured URL. */
  constructor(configured: string, services: readonly WeaveService[]) {
    const url = readAddress(configured)?.url;
    this.#configured = configured;
    this.#others = services.filter((service) => service.namedBy !== "default" && service.url !== url);
    this.#typed = configured;
    // An invalid configured URL is offered for editing, not for selection.
    this.#typing = this.#others.length === 0 || url === undefined;
    this.#chosen = this.#typing ? null : configured;
  }

  /** The entered service URL. */
  get address(): Address {
    const address = readAddress(this.#chosen ?? this.#typed);
    if (address === null) throw new Error("The address was not checked.");
    return address;
  }

  async ask(position: StepPosition): Promise<StepResult<unknown>> {
    for (;;) {
      const result = this.#typing ? await this.#type(position) : await this.#choose(position);
      if (result !== "otherWay") return result;
      this.#typing = !this.#typing;
    }
  }

  /** Asks for one of the known URLs; the filter text may be another URL. */
  async #choose(position: StepPosition): Promise<StepResult<unknown> | "otherWay"> {
    const items: readonly (QuickPickItem & { readonly url: string | null })[] = [
      { label: this.#configured, description: l10n.t("from VS Code settings"), url: this.#configured },
      ...this.#others.map(({ url, namedBy }) => ({ label: url, description: namedByText(namedBy), url })),
      { label: l10n.t("Enter Another URL…"), url: null, alwaysShow: true },
    ];
    let typed = "";
    const result = await askPick({
      ...position,
      placeholder: l10n.t("Service URL"),
      items,
      active: items.find(({ url }) => url === this.#chosen),
      onType: (value) => {
        typed = value;
      },
    });
    if (result.kind !== "accepted") return result;
    this.#chosen = result.value.url;
    if (this.#chosen !== null) return result;
    if (typed.trim() !== "") this.#typed = typed;
    return "otherWay";
  }

  async #type(position: StepPosition): Promise<StepResult<unknown> | "otherWay"> {
    const result = await askText({
      ...position,
      canGoBack: this.#others.length > 0,
      prompt: l10n.t("Service URL"),
      value: this.#typed,
      validate: serviceAddressProblemText,
      onType: (value) => {
        this.#typed = value;
      },
    });
    return result.kind === "back" ? "otherWay" : result;
  }
}

function readAddress(text: string): Address | null {
  const address = parseServiceAddress(text);
  return typeof address === "string" || address.kind === "sample" ? null : address;
}
