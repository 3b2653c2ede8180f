import * as l10n from "@vscode/l10n";
import type { ProjectId } from "../query/projectId.ts";
import { sampleAddress } from "../settings/serviceUrl.ts";
import { markdownText, quoted } from "../text/visibleText.ts";

/** What an agent asks for. */
export interface RequestedAccess {
  readonly project: ProjectId;
  /** Base URL of the service, `sample:` for the embedded one. */
  readonly service: string;
  /** What is asked for first: see `AskedTool.words`. */
  readonly words: string;
}

/** The question before the first result about a project. VS Code renders the message as Markdown, the title as it is. */
export function confirmation({ project, service, words }: RequestedAccess) {
  const lines = [
    l10n.t("Project: {0}", asMarkdown(project)),
    l10n.t("Service: {0}", service === sampleAddress ? l10n.t("Sample Project") : asMarkdown(service)),
    l10n.t("First request: {0}", asMarkdown(words)),
    l10n.t(
      "The agent can then read threads, conversations, calls and errors of this project from this window, until you sign out or run Weave: Reset Tool Permissions.",
    ),
  ];
  return { title: l10n.t("Allow the agent to read Weave project {0}?", quoted(project)), message: lines.join("\n\n") };
}

/** As Markdown. */
export function readingText(project: ProjectId): string {
  return l10n.t("Reading Weave project {0}", asMarkdown(project));
}

function asMarkdown(text: string): string {
  return markdownText(quoted(text));
}
