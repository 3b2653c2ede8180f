import type { Fault } from "../failures/fault.ts";
import { faultText, refusedKeyText } from "../failures/faultText.ts";
import { type ProjectId, parseProjectId } from "../query/projectId.ts";
import { publicService, type ServicePlace } from "../settings/serviceUrl.ts";
import { rejectedKeyText } from "./keySourceText.ts";
import type { PastedAddress } from "./pastedAddress.ts";
import type { FoundKey } from "./serviceRows.ts";
import type { Account } from "./session.ts";

/** W&B takes it for every key. */
const usualUsername = "api";

export type SignInStep = "service" | "address" | "username" | "key" | "project" | "check";

export interface SignInFacts {
  readonly service: ServicePlace;
  /** The user name last used at an origin. */
  readonly usernameAt: (origin: string) => string | undefined;
  /** The project to show with an account; null if none is known. */
  readonly projectFor: (account: Account) => ProjectId | null;
}

export interface SignedIn {
  readonly account: Account;
  readonly key: string;
  readonly project: ProjectId;
}

/** What has been entered to sign in, and the steps that remain. Typed values are kept in any order, after any failure. */
export class SignInEntry {
  readonly #facts: SignInFacts;
  #service: ServicePlace;
  /** The URL is typed, in a step of its own. */
  asksAddress = false;
  /** The text of that step. */
  address = "";
  /** The text in the step of the project. */
  project = "";
  /** The error to show in the next step. */
  problem: string | undefined;
  /** Entered for this service. */
  username: string | undefined;
  /** Pasted before a service was selected. */
  #unplacedKey: string | null = null;
  /** By origin: a key typed for one service is never sent to another. */
  readonly #typedKeys = new Map<string, string>();
  /** A key that was found, used for its service only; null to type one. */
  found: FoundKey | null = null;
  #pasted: ProjectId | null = null;
  #isRejected = false;

  constructor(facts: SignInFacts) {
    this.#facts = facts;
    this.#service = facts.service;
  }

  get service(): ServicePlace {
    return this.#service;
  }

  get account(): Account {
    const { url, origin } = this.#service;
    return { url, origin, username: this.username ?? this.#facts.usernameAt(origin) ?? usualUsername };
  }

  /** The user name, if it may be changed: W&B's own service needs none, unless another account there has it. */
  get changeableUsername(): string | null {
    const { url, origin } = this.#service;
    const isNeeded = url !== publicService.url || this.#facts.usernameAt(origin) !== undefined;
    return isNeeded ? this.account.username : null;
  }

  get typedKey(): string {
    return this.#typedKeys.get(this.#service.origin) ?? "";
  }

  set typedKey(text: string) {
    this.#typedKeys.set(this.#service.origin, text);
  }

  /** Keeps a key for the service that is selected next. */
  keepKey(text: string): void {
    this.#unplacedKey = text;
  }

  /** Uses a service, with the project of its URL if it has one. Resolves to the next step. */
  use({ service, project }: PastedAddress): SignInStep {
    if (service.origin !== this.#service.origin) {
      this.username = undefined;
      this.#pasted = null;
      this.#isRejected = false;
    }
    this.#service = { url: service.url, origin: service.origin };
    if (this.#unplacedKey !== null) this.typedKey = this.#unplacedKey;
    this.#unplacedKey = null;
    if (project !== null) {
      this.#pasted = project;
      this.#isRejected = false;
    }
    return this.#usesFound ? this.afterKey : "key";
  }

  refuseKey(fault: Fault): void {
    this.problem = this.#usesFound && this.found !== null ? rejectedKeyText(this.found.source) : refusedKeyText(fault);
    this.found = null;
  }

  refuseProject(fault: Fault): void {
    this.project = this.entered.project;
    this.problem = faultText(fault);
    this.#isRejected = true;
  }

  get afterKey(): SignInStep {
    return this.#asksProject ? "project" : "check";
  }

  /** Null if the user is asked for it. */
  get knownProject(): ProjectId | null {
    return this.#pasted ?? this.#facts.projectFor(this.account);
  }

  get steps(): readonly SignInStep[] {
    const steps: SignInStep[] = ["service"];
    if (this.asksAddress) steps.push("address");
    if (!this.#usesFound) steps.push("key");
    if (this.#asksProject) steps.push("project");
    return steps;
  }

  /** Where a step leads back to; undefined if nowhere. The user name belongs to the step of the key. */
  before(step: SignInStep): SignInStep | undefined {
    return step === "username" ? "key" : this.steps[this.steps.indexOf(step) - 1];
  }

  /** From 1. The user name counts as part of the step of the key, and the check as part of the last step. */
  position(step: SignInStep): { readonly step: number; readonly totalSteps: number } {
    const { steps } = this;
    const index = steps.indexOf(step === "username" ? "key" : step);
    return { step: index < 0 ? steps.length : index + 1, totalSteps: steps.length };
  }

  /** Throws before all steps were taken. */
  get entered(): SignedIn {
    const project = this.#asksProject ? parseProjectId(this.project) : this.knownProject;
    if (!project) throw new Error("The project was not checked.");
    const key = this.#usesFound && this.found !== null ? this.found.key : this.typedKey.trim();
    return { account: this.account, key, project };
  }

  get #usesFound(): boolean {
    return this.found?.service.origin === this.#service.origin;
  }

  get #asksProject(): boolean {
    return this.#isRejected || this.knownProject === null;
  }
}
