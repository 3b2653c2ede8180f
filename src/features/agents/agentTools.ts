import * as l10n from "@vscode/l10n";
import {
  type CancellationToken,
  LanguageModelTextPart,
  LanguageModelToolResult,
  type PreparedToolInvocation,
  window,
  workspace,
} from "vscode";
import { confirmation, readingText } from "../../core/agents/confirmation.ts";
import { framedText } from "../../core/agents/framedText.ts";
import type { ToolName } from "../../core/agents/toolInputs.ts";
import {
  agentRefusal,
  isChosen,
  projectRefusal,
  projectRefusalText,
  unchosenQuestion,
  unlessRefused,
} from "../../core/agents/toolRefusal.ts";
import { type AskedTool, askedTool } from "../../core/agents/tools.ts";
import { serviceOf } from "../../core/conversation/conversationAddress.ts";
import type { ProjectClient } from "../../core/projectClient.ts";
import type { ProjectId } from "../../core/session/projectId.ts";
import { nextSession } from "../../vscode/session/sessionStore.ts";
import { projectSetting, toolProjects } from "../../vscode/storage/settings.ts";
import { type ServiceProject, ToolPermissions } from "../../vscode/storage/toolPermissions.ts";
import { inBackground } from "../../vscode/ui/commands.ts";
import type { FeatureParts } from "../app.ts";

/** An invocation that is not refused. */
interface Allowed {
  readonly asked: AskedTool;
  readonly target: ProjectClient;
  readonly place: ServiceProject;
}

/** `unchosen`: the project that the agent can read once the user chooses it; null for any other reason. */
interface Refused {
  readonly refusal: string;
  readonly unchosen: ProjectId | null;
}

/** Invocations whose question is remembered until they are made. */
const mostQuestions = 100;

/** The language model tools of this window. */
export class AgentTools {
  readonly #parts: FeatureParts;
  readonly permissions: ToolPermissions;
  /** Invocations that VS Code makes only if the user agrees: the question named their service and project. */
  readonly #questions = new Set<string>();

  constructor(parts: FeatureParts) {
    this.#parts = parts;
    this.permissions = new ToolPermissions(parts.context.workspaceState);
  }

  /** The question to the user if the project was not allowed yet. A refused invocation needs none. */
  async prepare(name: ToolName, input: unknown, token: CancellationToken): Promise<PreparedToolInvocation> {
    await this.#session(signalOf(token));
    const allowed = this.#allowed(name, input);
    if ("refusal" in allowed) return {};
    const { asked, place } = allowed;
    const invocationMessage = readingText(asked.project);
    if (this.permissions.has(place)) return { invocationMessage };
    const [oldest] = this.#questions;
    if (oldest !== undefined && this.#questions.size >= mostQuestions) this.#questions.delete(oldest);
    this.#questions.add(questionOf(name, input, place));
    return { invocationMessage, confirmationMessages: confirmation({ ...place, words: asked.words }) };
  }

  /** Rejects with the reason of a refusal; text of the service is in the result only, marked as data. */
  async invoke(name: ToolName, input: unknown, token: CancellationToken): Promise<LanguageModelToolResult> {
    const signal = AbortSignal.any([signalOf(token), this.#parts.ending]);
    await this.#session(signal);
    const allowed = this.#allowed(name, input);
    if ("refusal" in allowed) {
      if (allowed.unchosen !== null) inBackground(this.#offer(allowed.unchosen), this.#parts.log);
      throw new Error(allowed.refusal);
    }
    const { asked, target, place } = allowed;
    // Service and project may have changed since the question was asked.
    const isConfirmed = this.#questions.delete(questionOf(name, input, place));
    if (isConfirmed) await this.permissions.add(place);
    const refusal = () => {
      const now = this.#allowed(name, input);
      if ("refusal" in now) return now.refusal;
      return this.permissions.has(place) ? null : l10n.t("The user has not allowed this request. Call the tool again.");
    };
    const reason = refusal();
    if (reason !== null) throw new Error(reason);
    const result = await unlessRefused(asked.run(target, signal), refusal);
    return new LanguageModelToolResult([new LanguageModelTextPart(framedText(result))]);
  }

  async #session(signal: AbortSignal): Promise<void> {
    const { sessions } = this.#parts;
    if (sessions.session === null) await nextSession(sessions, signal);
  }

  #allowed(name: ToolName, input: unknown): Allowed | Refused {
    const { sessions, target: current, preferences, formats } = this.#parts;
    const { session } = sessions;
    const refusal = refusalOf(this.#parts);
    const target = current();
    const service = session && serviceOf(session);
    if (refusal !== null || target === null || session === null || service === null)
      return { refusal: refusal ?? l10n.t("Select a project first."), unchosen: null };
    const { project: own } = target;
    const asked = askedTool(name, input, { project: own, formats, now: Date.now() });
    if (typeof asked === "string") return { refusal: asked, unchosen: null };
    const { project } = asked;
    const chosen = isChosen(own, preferences.choice(), projectSetting(), preferences.recentProjects());
    const facts = { own, isChosen: session.kind === "sample" || chosen, listed: toolProjects() };
    const refused = projectRefusal(project, facts);
    if (refused === null) return { asked, target: { ...target, project }, place: { service, project } };
    return { refusal: projectRefusalText(refused), unchosen: refused === "unchosen" ? own : null };
  }

  /** Offers the user to choose the project that only the workspace names. */
  async #offer(project: ProjectId): Promise<void> {
    const { sessions, target } = this.#parts;
    const use = l10n.t("Use Project");
    const chosen = await window.showInformationMessage(unchosenQuestion(project), use);
    if (chosen === use && target()?.project === project) await sessions.selectProject(project);
  }
}

/** Why agents get nothing in this window, neither from a tool nor as an attachment; null if they may. */
export function refusalOf({ sessions: { session }, privacy }: FeatureParts): string | null {
  return agentRefusal({ session, isTrusted: workspace.isTrusted, isPrivate: privacy.value !== null });
}

function questionOf(name: ToolName, input: unknown, { service, project }: ServiceProject): string {
  return JSON.stringify([name, input, service, project]);
}

function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
