import * as l10n from "@vscode/l10n";
import {
  type CancellationToken,
  LanguageModelTextPart,
  LanguageModelToolResult,
  MarkdownString,
  type PreparedToolInvocation,
  window,
  workspace,
} from "vscode";
import { confirmation, readingText } from "../../core/chatTools/confirmation.ts";
import { framedText } from "../../core/chatTools/framedText.ts";
import type { ToolName } from "../../core/chatTools/toolInputs.ts";
import {
  isChosen,
  projectRefusal,
  projectRefusalText,
  toolRefusal,
  unchosenQuestion,
  unlessRefused,
} from "../../core/chatTools/toolRefusal.ts";
import { type RequestedTool, tools } from "../../core/chatTools/tools.ts";
import { serviceOf } from "../../core/conversation/conversationAddress.ts";
import type { ProjectClient } from "../../core/port/projectClient.ts";
import type { ProjectId } from "../../core/query/projectId.ts";
import type { WindowSession } from "../../core/session/windowSession.ts";
import { nextSession } from "../../vscode/session/sessionStore.ts";
import type { Preferences } from "../../vscode/storage/preferences.ts";
import { projectSetting, toolProjects } from "../../vscode/storage/settings.ts";
import type { ServiceProject, ToolPermissions } from "../../vscode/storage/toolPermissions.ts";
import { inBackground } from "../../vscode/ui/commands.ts";
import type { App } from "../app.ts";
import type { ChatToolsParts } from "./register.ts";

/** An invocation that is not refused. */
interface Allowed {
  readonly requested: RequestedTool;
  readonly target: ProjectClient;
  readonly place: ServiceProject;
}

/** `unchosen`: the project that the agent can read once the user chooses it; null for any other reason. */
interface Refused {
  readonly refusal: string;
  readonly unchosen: ProjectId | null;
}

/** What the tools and the chat commands use. */
export interface ChatToolParts extends Pick<ChatToolsParts, "target" | "privacy" | "formats" | "log" | "ending"> {
  readonly sessions: Pick<WindowSession, "session" | "onChange" | "selectProject">;
  readonly preferences: Pick<Preferences, "choice" | "recentProjects">;
  readonly permissions: ToolPermissions;
  readonly app: Pick<App, "opCode">;
}

/** The language model tools of this window. */
export class ChatTools {
  readonly #parts: ChatToolParts;

  constructor(parts: ChatToolParts) {
    this.#parts = parts;
  }

  /** The question to the user if the project was not allowed yet. A refused invocation needs none. */
  async prepare(name: ToolName, input: unknown, token: CancellationToken): Promise<PreparedToolInvocation> {
    await this.#session(signalOf(token));
    const { permissions } = this.#parts;
    const allowed = this.#allowed(name, input);
    const isRequested = !("refusal" in allowed) && !permissions.has(allowed.place);
    permissions.prepare(invocationOf(name, input), isRequested ? allowed.place : null);
    if ("refusal" in allowed) return {};
    const { requested, place } = allowed;
    const invocationMessage = new MarkdownString(readingText(requested.project));
    if (!isRequested) return { invocationMessage };
    const { title, message } = confirmation({ ...place, words: requested.words });
    return { invocationMessage, confirmationMessages: { title, message: new MarkdownString(message) } };
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
    const { requested, target, place } = allowed;
    const { permissions } = this.#parts;
    await permissions.make(invocationOf(name, input), place);
    const refusal = () => {
      const now = this.#allowed(name, input);
      if ("refusal" in now) return now.refusal;
      return permissions.has(place) ? null : l10n.t("The user has not allowed this request. Call the tool again.");
    };
    const reason = refusal();
    if (reason !== null) throw new Error(reason);
    const result = await unlessRefused(requested.run(target, signal), refusal);
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
    const requested = tools[name](input, { project: own, formats, now: Date.now() });
    if (typeof requested === "string") return { refusal: requested, unchosen: null };
    const { project } = requested;
    const chosen = isChosen(own, preferences.choice(), projectSetting(), preferences.recentProjects());
    const facts = { own, isChosen: session.kind === "sample" || chosen, listed: toolProjects() };
    const refused = projectRefusal(project, facts);
    if (refused === null) return { requested, target: { ...target, project }, place: { service, project } };
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
export function refusalOf({ sessions: { session }, privacy }: ChatToolParts): string | null {
  return toolRefusal({ session, isTrusted: workspace.isTrusted, isPrivate: privacy.value !== null });
}

function invocationOf(name: ToolName, input: unknown): string {
  return JSON.stringify([name, input]);
}

function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
