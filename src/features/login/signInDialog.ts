import * as l10n from "@vscode/l10n";
import { faultText } from "../../core/failures/faultText.ts";
import { usernameProblemText } from "../../core/input/problemText.ts";
import { type ProjectId, parseProjectId } from "../../core/session/projectId.ts";
import { publicServiceUrl, sampleAddress } from "../../core/session/serviceUrl.ts";
import type { Account } from "../../core/session/session.ts";
import type { OpenService } from "../../vscode/session/sessionClient.ts";
import { WeaveMachine } from "../../vscode/session/weaveMachine.ts";
import type { Preferences } from "../../vscode/storage/preferences.ts";
import { configuredProject, serviceUrlText } from "../../vscode/storage/settings.ts";
import { askText, type StepPosition, type StepResult } from "../../vscode/ui/quickInput.ts";
import { AddressEntry } from "./addressEntry.ts";
import { checkKey } from "./keyCheck.ts";
import { KeyEntry } from "./keyEntry.ts";
import { askProject } from "./projectStep.ts";

/** How long to wait for a home folder on a drive that does not respond. */
const settingsLimitMs = 2_000;
const defaultUsername = "api";

export interface SignInParts {
  /** The account to sign in to again, if it is known. */
  readonly known: Account | undefined;
  readonly preferences: Preferences;
  readonly openService: OpenService;
}

export interface SignedIn {
  readonly account: Account;
  readonly key: string;
  readonly project: ProjectId;
}

/** Asks the user to sign in. Undefined if canceled. */
export async function askSignIn(parts: SignInParts): Promise<SignedIn | undefined> {
  const address = parts.known?.url ?? serviceUrlText();
  const machine = new WeaveMachine();
  const services = await machine.services(AbortSignal.timeout(settingsLimitMs));
  const addressEntry = new AddressEntry(address === sampleAddress ? publicServiceUrl : address, services);
  return await new SignInDialog(parts, addressEntry, new KeyEntry(machine, services)).run();
}

type SignInStep = "address" | "username" | "key" | "project" | "check";

/** The next step, or how the dialog ends. */
type Next = SignInStep | "done" | "gone";

/** The sign-in dialog. Typed values are kept in any order of steps and after any failure. */
class SignInDialog {
  readonly #parts: SignInParts;
  readonly #address: AddressEntry;
  readonly #key: KeyEntry;
  /** The project in the settings; the user is asked for one if there is none, or if it is rejected. */
  readonly #configured: ProjectId | null;
  #username = "";
  #project: string;
  #asksProject: boolean;
  #projectProblem: string | undefined;

  constructor(parts: SignInParts, address: AddressEntry, key: KeyEntry) {
    this.#parts = parts;
    this.#address = address;
    this.#key = key;
    this.#configured = configuredProject(parts.preferences).project;
    this.#project = this.#configured ?? "";
    this.#asksProject = this.#configured === null;
  }

  /** Undefined if canceled. */
  async run(): Promise<SignedIn | undefined> {
    let next: Next = "address";
    while (next !== "done" && next !== "gone") next = await this.#take(next, this.#position(next));
    return next === "done" ? this.#entered() : undefined;
  }

  async #take(step: SignInStep, position: StepPosition): Promise<Next> {
    switch (step) {
      case "address":
        return follow(await this.#address.ask(position), { back: "gone", accepted: "username" });
      case "username":
        return follow(await this.#askUsername(position), { back: "address", accepted: "key" });
      case "key": {
        const result = await this.#key.ask(position, this.#address.address);
        return follow(result, { back: "username", accepted: this.#asksProject ? "project" : "check" });
      }
      case "project":
        return follow(await this.#askProject(position), { back: "key", accepted: "check" });
      case "check":
        return this.#check(position);
    }
  }

  async #askUsername(position: StepPosition): Promise<StepResult<string>> {
    const { known, preferences } = this.#parts;
    const { origin } = this.#address.address;
    const last = known?.origin === origin ? known.username : preferences.username(origin);
    const result = await askText({
      ...position,
      prompt: l10n.t("User name (keep “api” for W&B)"),
      value: this.#username || (last ?? defaultUsername),
      validate: usernameProblemText,
      onType: (value) => {
        this.#username = value;
      },
    });
    if (result.kind === "accepted") this.#username = result.value.trim();
    return result;
  }

  async #askProject(position: StepPosition): Promise<StepResult<ProjectId>> {
    const problem = this.#projectProblem;
    this.#projectProblem = undefined;
    const result = await askProject({
      ...position,
      value: this.#project,
      current: this.#configured,
      offered: this.#parts.preferences.recentProjects(),
      problem,
      onType: (value) => {
        this.#project = value;
      },
    });
    if (result.kind === "accepted") this.#project = result.value;
    return result;
  }

  async #check(position: StepPosition): Promise<Next> {
    const result = await checkKey(this.#entered(), position, this.#parts.openService);
    switch (result.kind) {
      case "works":
      case "keepAnyway":
        return "done";
      case "keyRefused":
        this.#key.refuse(result.fault);
        return "key";
      case "changeAddress":
        return "address";
      case "projectRefused":
        this.#asksProject = true;
        this.#projectProblem = faultText(result.fault);
        return "project";
      case "closed":
        // Cancels the check and keeps the typed values.
        return this.#asksProject ? "project" : "key";
    }
  }

  /** The check has no number of its own: it counts as part of the last step. */
  #position(step: SignInStep): StepPosition {
    const steps: SignInStep[] = ["address", "username", "key"];
    if (this.#asksProject) steps.push("project");
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
