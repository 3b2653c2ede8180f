import type { Fault } from "../../core/failures/fault.ts";
import { faultText } from "../../core/failures/faultText.ts";
import { rejectedKeyText } from "../../core/session/keySourceText.ts";
import type { WeaveService } from "../../core/session/weaveServices.ts";
import type { WeaveMachine } from "../../vscode/session/weaveMachine.ts";
import type { StepPosition, StepResult } from "../../vscode/ui/quickInput.ts";
import type { Address } from "./addressEntry.ts";
import { askKey, fromElsewhere } from "./keyStep.ts";
import { askSource, type FoundKey } from "./sourceStep.ts";

export interface KeyEntryOptions {
  readonly machine: WeaveMachine;
  /** The services configured on this machine. */
  readonly services: readonly WeaveService[];
  /** Whether the extension runs on a remote machine. */
  readonly remote: boolean;
}

/** The key: typed, or read from a source, in which case it never appears in the input box. */
export class KeyEntry {
  readonly #options: KeyEntryOptions;
  /** By origin: a key typed for one service is never sent to another. */
  readonly #typed = new Map<string, string>();
  #found: FoundKey | null = null;
  #problem: string | undefined;

  constructor(options: KeyEntryOptions) {
    this.#options = options;
  }

  /** The key that was entered for an origin. */
  keyFor(origin: string): string {
    return this.#found?.key ?? this.#typed.get(origin)?.trim() ?? "";
  }

  /** Sets the error to show when the key is requested again. */
  refuse(fault: Fault): void {
    this.#problem = this.#found === null ? faultText(fault) : rejectedKeyText(this.#found.source);
  }

  /** Asks in the step last used. Going back drops a key from a source, because it was found for this URL. */
  async ask(position: StepPosition, address: Address): Promise<StepResult<null>> {
    let elsewhere = this.#found !== null;
    for (;;) {
      const problem = this.#problem;
      this.#problem = undefined;
      if (elsewhere) {
        const result = await this.#choose(position, address, problem);
        if (result.kind !== "back") return result;
        elsewhere = false;
      } else {
        const result = await askKey({
          ...position,
          address,
          value: this.#typed.get(address.origin) ?? "",
          problem,
          onType: (value) => {
            this.#typed.set(address.origin, value);
          },
        });
        if (result.kind !== "accepted") return result;
        if (result.value !== fromElsewhere) return { kind: "accepted", value: null };
        elsewhere = true;
      }
    }
  }

  async #choose(position: StepPosition, address: Address, problem: string | undefined): Promise<StepResult<null>> {
    const { machine, services, remote } = this.#options;
    const { origin } = address;
    const active = this.#found?.source;
    this.#found = null;
    const result = await askSource({
      ...position,
      origin,
      sources: machine.sources(address, services),
      environmentOrigin: services.some((service) => service.origin === origin) ? undefined : services[0]?.origin,
      active,
      problem,
      remote,
      lookUp: (source, signal) => machine.lookUp(source, signal),
    });
    if (result.kind !== "accepted") return result;
    this.#found = result.value;
    return { kind: "accepted", value: null };
  }
}
