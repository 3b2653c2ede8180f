import * as l10n from "@vscode/l10n";
import { usernameProblemText } from "../../core/input/problemText.ts";
import { type WebApp, webAppsOf } from "../../core/session/pastedAddress.ts";
import type { OfferedProject } from "../../core/session/projectMentions.ts";
import { foundKeys, keyServices, type OfferedService, offeredServices } from "../../core/session/serviceRows.ts";
import type { Account } from "../../core/session/session.ts";
import { type SignedIn, SignInEntry, type SignInStep } from "../../core/session/signInEntry.ts";
import { enteredProject, offeredProjects } from "../../core/session/signInRows.ts";
import type { WeaveService } from "../../core/session/weaveServices.ts";
import type { WindowSession } from "../../core/session/windowSession.ts";
import { publicService, remoteOf, type ServicePlace } from "../../core/settings/serviceUrl.ts";
import type { OpenService } from "../../vscode/session/sessionClient.ts";
import { WeaveMachine } from "../../vscode/session/weaveMachine.ts";
import type { Preferences } from "../../vscode/storage/preferences.ts";
import { projectSetting, serviceAddress, webUrlText } from "../../vscode/storage/settings.ts";
import { askText, type StepPosition, type StepResult } from "../../vscode/ui/quickInput.ts";
import { checkKey } from "./keyCheck.ts";
import { askKey } from "./keyStep.ts";
import { askProject } from "./projectStep.ts";
import { askAddress, pickService } from "./serviceStep.ts";

/** How long to wait for a home folder on a drive that does not respond. */
const settingsLimitMs = 2_000;

export interface SignInParts {
  /** The account to sign in to again, if it is known. */
  readonly known: Account | undefined;
  readonly sessions: WindowSession;
  readonly preferences: Preferences;
  readonly openService: OpenService;
  /** The search for projects in the workspace. It never rejects. */
  readonly search: Promise<readonly OfferedProject[]>;
}

/** The next step, or how the dialog ends. */
type Next = SignInStep | "done" | "gone";

/** Asks the user to sign in. Undefined if canceled. */
export async function askSignIn(parts: SignInParts): Promise<SignedIn | undefined> {
  const machine = new WeaveMachine();
  const ofMachine = await machine.services(AbortSignal.timeout(settingsLimitMs));
  const address = serviceAddress();
  const configured = address === null ? null : remoteOf(address);
  const services = offeredServices({ configured, machine: ofMachine, accounts: parts.preferences.accounts() });
  // The configured web app belongs to the configured service.
  const apps = webAppsOf([configured ?? publicService, ...services], webUrlText());
  return await new SignInDialog(parts, { machine, ofMachine, services, apps }).run();
}

/** What the machine and the user's settings know. */
interface Surroundings {
  readonly machine: WeaveMachine;
  readonly ofMachine: readonly WeaveService[];
  readonly services: readonly OfferedService[];
  readonly apps: readonly WebApp[];
}

class SignInDialog {
  readonly #parts: SignInParts;
  readonly #around: Surroundings;
  readonly #entry: SignInEntry;

  constructor(parts: SignInParts, around: Surroundings) {
    const { known, sessions, preferences } = parts;
    this.#parts = parts;
    this.#around = around;
    this.#entry = new SignInEntry({
      service: known ?? remoteOf(sessions.target.address) ?? publicService,
      usernameAt: (origin) => (known?.origin === origin ? known.username : preferences.username(origin)),
      projectFor: (account) => sessions.projectFor(account),
    });
  }

  /** Undefined if canceled. */
  async run(): Promise<SignedIn | undefined> {
    let next: Next = this.#parts.known === undefined ? "service" : "key";
    while (next !== "done" && next !== "gone") {
      const result: StepResult<Next> = await this.#take(next, {
        title: l10n.t("Sign In to Weave"),
        ...this.#entry.position(next),
      });
      if (result.kind === "accepted") next = result.value;
      else next = result.kind === "back" ? (this.#entry.before(next) ?? "gone") : "gone";
    }
    return next === "done" ? this.#entry.entered : undefined;
  }

  #take(step: SignInStep, position: StepPosition): Promise<StepResult<Next>> {
    return {
      service: () => this.#askService(position),
      address: () => this.#askAddress(position),
      username: () => this.#askUsername(position),
      key: () => this.#askKey(position),
      project: () => this.#askProject(position),
      check: () => this.#check(position),
    }[step]();
  }

  async #askService(position: StepPosition): Promise<StepResult<Next>> {
    const entry = this.#entry;
    const { ofMachine, services, apps } = this.#around;
    const keys = await this.#keys(keyServices(ofMachine, services));
    let typed = "";
    const onType = (value: string) => {
      typed = value;
    };
    const current = entry.service.url === publicService.url ? undefined : entry.service.url;
    const onKey = (key: string) => entry.keepKey(key);
    const result = await pickService(position, { services, keys, apps, preferred: current, onType, onKey });
    if (result.kind !== "accepted") return result;
    const { value: choice } = result;
    entry.asksAddress = choice.kind === "another";
    if (choice.kind === "pasted") return accepted(entry.use(choice.pasted));
    if (choice.kind === "service") {
      entry.found = choice.found;
      return accepted(entry.use({ service: choice.service, project: null }));
    }
    entry.address = typed.trim() || entry.address || (current ?? "");
    return accepted("address");
  }

  async #askAddress(position: StepPosition): Promise<StepResult<Next>> {
    const entry = this.#entry;
    const result = await askAddress(position, entry.address, this.#around.apps, {
      onType: (text) => {
        entry.address = text;
      },
      onKey: (key) => entry.keepKey(key),
    });
    return result.kind === "accepted" ? accepted(entry.use(result.value)) : result;
  }

  async #askUsername(position: StepPosition): Promise<StepResult<Next>> {
    const result = await askText({
      ...position,
      canGoBack: true,
      prompt: l10n.t("User name (keep “api” for W&B)"),
      value: this.#entry.account.username,
      validate: usernameProblemText,
    });
    if (result.kind !== "accepted") return result;
    this.#entry.username = result.value.trim();
    return accepted("key");
  }

  async #askKey(position: StepPosition): Promise<StepResult<Next>> {
    const entry = this.#entry;
    const keys = await this.#keys([entry.service]);
    const result = await askKey(position, entry, foundKeys(keys), this.#around.apps);
    if (result.kind !== "accepted") return result;
    const { value } = result;
    if (typeof value === "object") return accepted(entry.use(value));
    return accepted(value === "username" ? "username" : entry.afterKey);
  }

  async #askProject(position: StepPosition): Promise<StepResult<Next>> {
    const entry = this.#entry;
    const { problem } = entry;
    entry.problem = undefined;
    const { preferences, search } = this.#parts;
    const result = await askProject({
      ...position,
      value: entry.project,
      current: entry.knownProject,
      offered: (found) => offeredProjects(projectSetting(), found, preferences.recentProjects()),
      search,
      read: (text) => enteredProject(text, { service: entry.service, apps: this.#around.apps, others: true }),
      problem,
      onType: (value) => {
        entry.project = value;
      },
    });
    if (result.kind !== "accepted") return result;
    const { project, service } = result.value;
    if (service !== null) return accepted(entry.use({ service, project }));
    entry.project = project ?? "";
    return accepted("check");
  }

  async #check(position: StepPosition): Promise<StepResult<Next>> {
    const entry = this.#entry;
    const result = await checkKey(entry.entered, position, this.#parts.openService);
    switch (result.kind) {
      case "works":
      case "keepAnyway":
        return accepted("done");
      case "keyRefused":
        entry.refuseKey(result.fault);
        return accepted("key");
      case "changeAddress":
        return accepted(entry.asksAddress ? "address" : "service");
      case "projectRefused":
        entry.refuseProject(result.fault);
        return accepted("project");
      case "closed":
        // Cancels the check and keeps the typed values.
        return accepted(entry.steps.at(-1) ?? "gone");
    }
  }

  #keys(services: readonly ServicePlace[]) {
    const { machine, ofMachine } = this.#around;
    return machine.keys(services, ofMachine, AbortSignal.timeout(settingsLimitMs));
  }
}

function accepted(value: Next): StepResult<Next> {
  return { kind: "accepted", value };
}
