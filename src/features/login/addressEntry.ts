import { parseServiceAddress } from "../../core/session/serviceUrl.ts";
import type { WeaveService } from "../../core/session/weaveServices.ts";
import type { StepPosition, StepResult } from "../../vscode/ui/quickInput.ts";
import { askAddress, askKnownAddress } from "./addressStep.ts";

export interface Address {
  readonly url: string;
  readonly origin: string;
}

/** The service URL: a known one, if the machine names more than one, or a typed one. */
export class AddressEntry {
  readonly #known: readonly [configured: string, ...others: WeaveService[]];
  #typed: string;
  /** Null if the typed one is used. */
  #chosen: string | null;
  #typing: boolean;

  /** Starts with the configured URL. */
  constructor(configured: string, services: readonly WeaveService[]) {
    const url = readAddress(configured)?.url;
    const others = services.filter((service) => service.namedBy !== "default" && service.url !== url);
    this.#known = [configured, ...others];
    this.#typed = configured;
    // An invalid configured URL is offered for editing, not for selection.
    this.#typing = others.length === 0 || url === undefined;
    this.#chosen = this.#typing ? null : configured;
  }

  /** The entered service URL. */
  get address(): Address {
    const address = readAddress(this.#chosen ?? this.#typed);
    if (address === null) throw new Error("The address was not checked.");
    return address;
  }

  async ask(position: StepPosition): Promise<StepResult<null>> {
    for (;;) {
      const result = this.#typing ? await this.#type(position) : await this.#choose(position);
      if (result !== "otherWay") return result;
      this.#typing = !this.#typing;
    }
  }

  async #choose(position: StepPosition): Promise<StepResult<null> | "otherWay"> {
    const [configured, ...others] = this.#known;
    let typed = "";
    const result = await askKnownAddress(position, {
      configured,
      others,
      active: this.#chosen,
      onType: (value) => {
        typed = value;
      },
    });
    if (result.kind !== "accepted") return result;
    this.#chosen = result.value;
    if (result.value === null && typed.trim() !== "") this.#typed = typed;
    return result.value === null ? "otherWay" : { kind: "accepted", value: null };
  }

  async #type(position: StepPosition): Promise<StepResult<null> | "otherWay"> {
    const hasOthers = this.#known.length > 1;
    const result = await askAddress({ ...position, canGoBack: hasOthers }, this.#typed, (value) => {
      this.#typed = value;
    });
    if (result.kind === "back") return "otherWay";
    return result.kind === "accepted" ? { kind: "accepted", value: null } : result;
  }
}

function readAddress(text: string): Address | null {
  const address = parseServiceAddress(text);
  return typeof address === "string" || address.kind === "sample" ? null : address;
}
