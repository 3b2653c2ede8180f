import * as l10n from "@vscode/l10n";
import { faultText } from "../../core/failures/faultText.ts";
import { type ProjectId, parseProjectId } from "../../core/session/projectId.ts";
import type { Account } from "../../core/session/session.ts";
import type { OpenService } from "../../vscode/session/sessionClient.ts";
import type { StepPosition, StepResult } from "../../vscode/ui/quickInput.ts";
import { AddressEntry } from "./addressEntry.ts";
import { checkKey } from "./keyCheck.ts";
import { KeyEntry, type KeyEntryOptions } from "./keyEntry.ts";
import { askProject } from "./projectStep.ts";
import { askUsername } from "./usernameStep.ts";

export interface SignInOptions extends KeyEntryOptions {
  /** The initial service URL. */
  readonly url: string;
  /** The default user name for an origin. */
  readonly usernameAt: (origin: string) => string;
  /** The project in the settings; the user is asked for one if there is none, or if it is rejected. */
  readonly project: ProjectId | null;
  readonly recentProjects: readonly ProjectId[];
  readonly openService: OpenService;
}

export interface SignedIn {
  readonly account: Account;
  readonly key: string;
  readonly project: ProjectId;
}

type SignInStep = "address" | "username" | "key" | "project" | "check";

/** The next step, or how the dialog ends. */
type Next = SignInStep | "done" | "gone";

/** The sign-in dialog. Typed values are kept in any order of steps and after any failure. */
export class SignInDialog {
  readonly #options: SignInOptions;
  readonly #address: AddressEntry;
  readonly #key: KeyEntry;
  #username = "";
  #project: string;
  #asksProject: boolean;
  #projectProblem: string | undefined;

  constructor(options: SignInOptions) {
    this.#options = options;
    this.#address = new AddressEntry(options.url, options.services);
    this.#key = new KeyEntry(options);
    this.#project = options.project ?? "";
    this.#asksProject = options.project === null;
  }

  /** Undefined if canceled. */
  async run(): Promise<SignedIn | undefined> {
    let next: Next = "address";
    while (next !== "done" && next !== "gone") next = await this.#take(next);
    return next === "done" ? this.#entered() : undefined;
  }

  #take(step: SignInStep): Promise<Next> {
    switch (step) {
      case "address":
        return this.#askAddress();
      case "username":
        return this.#askUsername();
      case "key":
        return this.#askKey();
      case "project":
        return this.#askProject();
      case "check":
        return this.#check();
    }
  }

  async #askAddress(): Promise<Next> {
    const result = await this.#address.ask(this.#position("address"));
    return follow(result, { back: "gone", accepted: "username" });
  }

  async #askUsername(): Promise<Next> {
    const offered = this.#username || this.#options.usernameAt(this.#address.address.origin);
    const result = await askUsername(this.#position("username"), offered, (value) => {
      this.#username = value;
    });
    if (result.kind === "accepted") this.#username = result.value.trim();
    return follow(result, { back: "address", accepted: "key" });
  }

  async #askKey(): Promise<Next> {
    const result = await this.#key.ask(this.#position("key"), this.#address.address);
    return follow(result, { back: "username", accepted: this.#asksProject ? "project" : "check" });
  }

  async #askProject(): Promise<Next> {
    const problem = this.#projectProblem;
    this.#projectProblem = undefined;
    const result = await askProject({
      ...this.#position("project"),
      value: this.#project,
      current: this.#options.project,
      offered: this.#options.recentProjects,
      problem,
      onType: (value) => {
        this.#project = value;
      },
    });
    if (result.kind === "accepted") this.#project = result.value;
    return follow(result, { back: "key", accepted: "check" });
  }

  async #check(): Promise<Next> {
    const result = await checkKey(this.#entered(), this.#position("check"), this.#options.openService);
    // Closing the box cancels the check and keeps the typed values.
    if (result.kind !== "accepted") return this.#asksProject ? "project" : "key";
    switch (result.value.kind) {
      case "works":
      case "keepAnyway":
        return "done";
      case "keyRefused":
        this.#key.refuse(result.value.fault);
        return "key";
      case "changeAddress":
        return "address";
      case "projectRefused":
        this.#asksProject = true;
        this.#projectProblem = faultText(result.value.fault);
        return "project";
    }
  }

  /** The check has no number of its own: it counts as part of the last step. */
  #position(step: SignInStep): StepPosition {
    const steps: readonly SignInStep[] = this.#asksProject
      ? ["address", "username", "key", "project"]
      : ["address", "username", "key"];
    const index = steps.indexOf(step);
    return { title: l10n.t("Sign In to Weave"), step: index < 0 ? steps.length : index + 1, totalSteps: steps.length };
  }

  #entered(): SignedIn {
    const project = parseProjectId(this.#project);
    if (project === undefined) throw new Error("The project was not checked.");
    const { url, origin } = this.#address.address;
    return { account: { url, origin, username: this.#username }, key: this.#key.keyFor(origin), project };
  }
}

function follow(result: StepResult<unknown>, ways: { readonly back: Next; readonly accepted: Next }): Next {
  return result.kind === "hidden" ? "gone" : ways[result.kind];
}
