import * as l10n from "@vscode/l10n";
import { env, ThemeIcon, Uri, window } from "vscode";
import type { Fault } from "../../core/failures/fault.ts";
import { faultText } from "../../core/failures/faultText.ts";
import { type KeptKeySource, keyProblem } from "../../core/session/keySource.ts";
import {
  keyPlaceholder,
  keyProblemText,
  lookupText,
  rejectedKeyText,
  type SourceItem,
  sourceItems,
} from "../../core/session/keySourceText.ts";
import { keyPage } from "../../core/session/serviceUrl.ts";
import type { WeaveService } from "../../core/session/weaveServices.ts";
import type { WeaveMachine } from "../../vscode/session/weaveMachine.ts";
import { askText, place, type StepPosition, type StepResult, settle } from "../../vscode/ui/quickInput.ts";
import type { Address } from "./addressEntry.ts";

interface FoundKey {
  readonly source: KeptKeySource;
  readonly key: string;
}

/** The key is to be read from a source. */
const fromElsewhere = Symbol("from elsewhere");

/** The key: typed, or read from a source, in which case it never appears in the input box. */
export class KeyEntry {
  readonly #machine: WeaveMachine;
  readonly #services: readonly WeaveService[];
  /** By origin: a key typed for one service is never sent to another. */
  readonly #typed = new Map<string, string>();
  #found: FoundKey | null = null;
  #problem: string | undefined;

  /** `services` are those configured on the machine. */
  constructor(machine: WeaveMachine, services: readonly WeaveService[]) {
    this.#machine = machine;
    this.#services = services;
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
  async ask(position: StepPosition, address: Address): Promise<StepResult<unknown>> {
    let elsewhere = this.#found !== null;
    for (;;) {
      const problem = this.#problem;
      this.#problem = undefined;
      if (elsewhere) {
        const active = this.#found?.source;
        this.#found = null;
        const result = await this.#askSource(position, address, active, problem);
        if (result.kind === "accepted") this.#found = result.value;
        if (result.kind !== "back") return result;
        elsewhere = false;
      } else {
        const result = await this.#type(position, address, problem);
        if (result.kind !== "accepted" || result.value !== fromElsewhere) return result;
        elsewhere = true;
      }
    }
  }

  #type(position: StepPosition, { url, origin }: Address, problem: string | undefined) {
    const page = keyPage(url);
    return askText({
      ...position,
      prompt: l10n.t("API key (kept in VS Code's secret storage, sent only to {0})", origin),
      placeholder: l10n.t("Enter an API key, or use the key button for WANDB_API_KEY or netrc"),
      password: true,
      value: this.#typed.get(origin) ?? "",
      problem,
      onType: (value) => {
        this.#typed.set(origin, value);
      },
      validate: (value) => {
        const wrong = keyProblem(value);
        return wrong === null ? undefined : keyProblemText(wrong);
      },
      otherWay: {
        shown: { iconPath: new ThemeIcon("key"), tooltip: l10n.t("Use WANDB_API_KEY or a netrc file…") },
        way: fromElsewhere,
      },
      button: {
        shown: { iconPath: new ThemeIcon("link-external"), tooltip: l10n.t("Get an API Key from {0}", page) },
        press: () => void env.openExternal(Uri.parse(page)),
      },
    });
  }

  /**
   * Asks for a source and reads its key. If it has none, the problem is shown, and another source can be selected.
   * `shown` is the initial selection, and `problem` that of its key.
   */
  async #askSource(
    position: StepPosition,
    address: Address,
    shown: KeptKeySource | undefined,
    problem: string | undefined,
  ): Promise<StepResult<FoundKey>> {
    const { origin } = address;
    const services = this.#services;
    const sources = this.#machine.sources(address, services);
    const isOwn = services.some((service) => service.origin === origin);
    const environmentOrigin = isOwn ? undefined : services[0]?.origin;
    const pick = window.createQuickPick<SourceItem>();
    const controller = new AbortController();
    place(pick, position);
    pick.placeholder = keyPlaceholder(origin, env.remoteName !== undefined);
    const show = (active: KeptKeySource | undefined, wrong: string | undefined) => {
      pick.items = sourceItems({ sources, environmentOrigin }, wrong);
      const item = pick.items.find(({ source }) => source !== null && (active === undefined || isSame(source, active)));
      if (item !== undefined) pick.activeItems = [item];
    };
    show(shown, problem);
    const result = await settle<() => FoundKey>(pick, (finish) => {
      const take = async (source: KeptKeySource) => {
        pick.busy = true;
        const lookup = await this.#machine.lookUp(source, controller.signal);
        pick.busy = false;
        if (lookup.kind === "found") finish(() => ({ source, key: lookup.key }));
        else show(source, lookupText(source, lookup));
      };
      const fail = (error: unknown) =>
        finish(() => {
          throw error;
        });
      return [
        { dispose: () => controller.abort() },
        pick.onDidAccept(() => {
          const source = pick.selectedItems[0]?.source ?? null;
          if (source !== null && !pick.busy) take(source).catch(fail);
        }),
      ];
    });
    return result.kind === "accepted" ? { kind: "accepted", value: result.value() } : result;
  }
}

function isSame(a: KeptKeySource, b: KeptKeySource): boolean {
  return a.kind === "netrc" ? b.kind === "netrc" && a.file === b.file : b.kind === "environment";
}
