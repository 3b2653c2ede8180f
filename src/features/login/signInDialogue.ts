import { env, l10n, ThemeIcon, Uri } from "vscode";
import { keyPage } from "../../core/session/keyPage.ts";
import { type ProjectId, parseProjectId } from "../../core/session/projectId.ts";
import { parseServiceAddress } from "../../core/session/serviceUrl.ts";
import type { Account } from "../../core/session/session.ts";
import { addressProblemText, faultText } from "../../host/faultText.ts";
import { askText, type StepPosition, type StepResult } from "../../host/quickInput.ts";
import type { OpenService } from "../../host/sessionClient.ts";
import { checkKey } from "./keyCheck.ts";
import { askProject } from "./projectStep.ts";

export interface SignInOptions {
  /** The address to begin with. */
  readonly url: string;
  /** The username to offer for an origin. */
  readonly usernameAt: (origin: string) => string;
  /** The project that the settings name; one is asked for when there is none, or when it is refused. */
  readonly project: ProjectId | null;
  readonly recentProjects: readonly ProjectId[];
  readonly openService: OpenService;
}

export interface SignedIn {
  readonly account: Account;
  readonly key: string;
  readonly project: ProjectId;
}

type Step = "url" | "username" | "key" | "project" | "check";

/** The next step, or how the dialogue ends. */
type Next = Step | "done" | "gone";

/** The sign-in dialogue. What was typed stays, whichever way the steps are walked and whatever the service says. */
export class SignInDialogue {
  readonly #options: SignInOptions;
  #url: string;
  #username = "";
  #key = "";
  #project: string;
  #asksProject: boolean;
  #keyProblem: string | undefined;
  #projectProblem: string | undefined;

  constructor(options: SignInOptions) {
    this.#options = options;
    this.#url = options.url;
    this.#project = options.project ?? "";
    this.#asksProject = options.project === null;
  }

  /** Undefined when the dialogue is put away. */
  async run(): Promise<SignedIn | undefined> {
    let next: Next = "url";
    while (next !== "done" && next !== "gone") next = await this.#take(next);
    return next === "done" ? this.#entered() : undefined;
  }

  #take(step: Step): Promise<Next> {
    switch (step) {
      case "url":
        return this.#askUrl();
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

  async #askUrl(): Promise<Next> {
    const result = await askText({
      ...this.#position("url"),
      prompt: l10n.t("Address of the trace service"),
      value: this.#url,
      validate: (value) => {
        const address = parseServiceAddress(value);
        if (typeof address === "string") return addressProblemText(address);
        return address.kind === "sample"
          ? l10n.t("The sample needs no key. Run Weave: Open Sample Project.")
          : undefined;
      },
      onType: (value) => {
        this.#url = value;
      },
    });
    return follow(result, { back: "gone", accepted: "username" });
  }

  async #askUsername(): Promise<Next> {
    const result = await askText({
      ...this.#position("username"),
      prompt: l10n.t("User name. W&B takes api for every key."),
      value: this.#username || this.#options.usernameAt(this.#address().origin),
      validate: (value) => {
        if (value.trim() === "") return l10n.t("Enter a user name.");
        return value.includes(":") ? l10n.t("A user name has no colon.") : undefined;
      },
      onType: (value) => {
        this.#username = value;
      },
    });
    if (result.kind === "accepted") this.#username = result.value.trim();
    return follow(result, { back: "url", accepted: "key" });
  }

  async #askKey(): Promise<Next> {
    const page = keyPage(this.#address().url);
    const problem = this.#keyProblem;
    this.#keyProblem = undefined;
    const result = await askText({
      ...this.#position("key"),
      prompt: l10n.t("API key. It is kept in VS Code's secret storage and sent to {0} only.", this.#address().origin),
      value: this.#key,
      password: true,
      problem,
      validate: (value) => (value.trim() === "" ? l10n.t("Enter the API key.") : undefined),
      button: {
        shown: { iconPath: new ThemeIcon("link-external"), tooltip: l10n.t("Get a key at {0}", page) },
        press: () => void env.openExternal(Uri.parse(page)),
      },
      onType: (value) => {
        this.#key = value;
      },
    });
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
    // Putting the check away gives up the check, not what was typed for it.
    if (result.kind !== "accepted") return this.#asksProject ? "project" : "key";
    switch (result.value.kind) {
      case "works":
      case "keepAnyway":
        return "done";
      case "keyRefused":
        this.#keyProblem = faultText(result.value.fault);
        return "key";
      case "projectRefused":
        this.#asksProject = true;
        this.#projectProblem = faultText(result.value.fault);
        return "project";
    }
  }

  /** The check is no step of its own to a person: it counts as part of the last one. */
  #position(step: Step): StepPosition {
    const steps: readonly Step[] = this.#asksProject
      ? ["url", "username", "key", "project"]
      : ["url", "username", "key"];
    const index = steps.indexOf(step);
    return { title: l10n.t("Sign In to Weave"), step: index < 0 ? steps.length : index + 1, totalSteps: steps.length };
  }

  /** The address step lets nothing else through. */
  #address(): { readonly url: string; readonly origin: string } {
    const address = parseServiceAddress(this.#url);
    if (typeof address === "string" || address.kind === "sample") throw new Error("The address was not checked.");
    return address;
  }

  #entered(): SignedIn {
    const project = parseProjectId(this.#project);
    if (project === undefined) throw new Error("The project was not checked.");
    const { url, origin } = this.#address();
    return { account: { url, origin, username: this.#username }, key: this.#key.trim(), project };
  }
}

function follow(result: StepResult<unknown>, ways: { readonly back: Next; readonly accepted: Next }): Next {
  return result.kind === "hidden" ? "gone" : ways[result.kind];
}
