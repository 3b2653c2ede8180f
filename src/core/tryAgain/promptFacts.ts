import * as l10n from "@vscode/l10n";
import type { Formats } from "../text/format.ts";
import { listed, withReason } from "../text/sentences.ts";
import { namedText } from "../text/visibleText.ts";
import type { LeftOut, Prompt } from "./prompt.ts";
import type { PromptProblem } from "./promptDocument.ts";

/** A model that VS Code offers. Its names are untrusted text. */
export interface OfferedModel {
  readonly name: string;
  readonly vendor: string;
  readonly maxInputTokens: number;
}

/** The lines that say what is sent, and what is not. */
export function promptFacts({ messages, options }: Prompt, leftOut: LeftOut, formats: Formats): readonly string[] {
  const roles = [...Map.groupBy(messages, ({ role }) => role)].map(
    ([role, some]) => `${formats.exact(some.length)} ${namedText(role)}`,
  );
  const parameters = Object.keys(options.parameters).map(namedText);
  const tools = options.tools.map(({ name }) => namedText(name));
  const { media, others, inputs } = leftOut;
  const out = [
    ...(media > 0 ? [l10n.t("images and files ({0})", formats.exact(media))] : []),
    ...(others > 0 ? [l10n.t("other parts ({0})", formats.exact(others))] : []),
    ...inputs.map(namedText),
  ];
  const isInstructed = messages.some(({ role }) => role === "system" || role === "developer");
  return [
    l10n.t("Messages: {0}", firstOf(roles)),
    ...(isInstructed ? [l10n.t("The system prompt is sent as a user message.")] : []),
    ...(parameters.length > 0 ? [l10n.t("Parameters, which the model may ignore: {0}", firstOf(parameters))] : []),
    ...(tools.length > 0 ? [l10n.t("Tools, which are not run: {0}", firstOf(tools))] : []),
    ...(out.length > 0 ? [l10n.t("Left out: {0}", firstOf(out))] : []),
  ];
}

const mostNames = 8;

function firstOf(names: readonly string[]): string {
  return listed(names.length > mostNames ? [...names.slice(0, mostNames), "…"] : names);
}

/** What stands above the messages in their document. `name` is the call's, untrusted text. */
export function promptHead(name: string, prompt: Prompt, leftOut: LeftOut, formats: Formats): string {
  return [
    `# ${l10n.t("Try Again: {0}", namedText(name))}\n`,
    l10n.t("Edit the messages, then select Run in the title of this editor."),
    `${l10n.t("VS Code keeps a backup of this document on disk until you close it.")}\n`,
    ...promptFacts(prompt, leftOut, formats).map((line) => `- ${line}`),
  ].join("\n");
}

/** The question before each request. `tokens` is null if the model cannot count them. */
export function attemptQuestion(
  model: OfferedModel,
  tokens: number | null,
  prompt: Prompt,
  leftOut: LeftOut,
  formats: Formats,
): { readonly title: string; readonly detail: string } {
  const count = tokens === null ? l10n.t("unknown") : formats.exact(tokens);
  const estimate = l10n.t("Tokens, estimated without tools: {0} of {1}", count, formats.exact(model.maxInputTokens));
  const detail = [...promptFacts(prompt, leftOut, formats), estimate].join("\n");
  return { title: l10n.t("Send these messages to {0}?", modelName(model)), detail };
}

/** `GPT-4o (copilot)` */
export function modelName({ name, vendor }: Pick<OfferedModel, "name" | "vendor">): string {
  return `${namedText(name)} (${namedText(vendor)})`;
}

/** Why a model did not respond. `code` is that of a `LanguageModelError`; the message is untrusted text. */
export function modelFailureText(name: string, code: string, message: string): string {
  switch (code) {
    case "NoPermissions":
      return l10n.t("VS Code did not let this extension use {0}. Run again, and allow it when VS Code asks.", name);
    case "NotFound":
      return l10n.t("{0} is no longer available. Run again, and select another model.", name);
    case "Blocked":
      return l10n.t("{0} refused the request: its quota or a policy. Try again later, or use another model.", name);
    default:
      return withReason(l10n.t("{0} did not respond.", name), message);
  }
}

/** Why a document cannot be sent. */
export function promptProblemText({ kind, line }: PromptProblem): string {
  return {
    json: l10n.t("Line {0}: the JSON below this heading is invalid.", line),
    part: l10n.t("Line {0}: this heading is unknown. Use text, tool call or tool result.", line),
    empty: l10n.t("There are no messages to send. A message begins with a heading such as ## [user]."),
  }[kind];
}
