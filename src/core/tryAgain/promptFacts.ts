import * as l10n from "@vscode/l10n";
import type { Formats } from "../text/format.ts";
import { listed, withReason } from "../text/sentences.ts";
import { namedText } from "../text/visibleText.ts";
import type { Prompt, TriedPrompt } from "./prompt.ts";

/** A model that VS Code offers. Its names are untrusted text. */
export interface OfferedModel {
  readonly name: string;
  readonly vendor: string;
  readonly maxInputTokens: number;
}

/** What is sent, and what is not. */
function promptFacts({ parts, options }: Prompt, leftOut: readonly string[]): readonly string[] {
  const kinds = [...Map.groupBy(parts, ({ kind }) => kind)].map(([kind, some]) => `${some.length} ${kind}`);
  const parameters = Object.keys(options.parameters);
  return [
    l10n.t("Messages: {0}", listed(kinds)),
    parts.some(({ kind }) => kind === "system") && l10n.t("The system prompt is sent as a user message."),
    parameters.length > 0 && l10n.t("Parameters, which the model may ignore: {0}", firstOf(parameters)),
    options.tools.length > 0 && l10n.t("Tools, which are not run: {0}", firstOf(options.tools.map(({ name }) => name))),
    leftOut.length > 0 && l10n.t("Left out: {0}", firstOf(leftOut)),
  ].filter((fact) => fact !== false);
}

function firstOf(names: readonly string[]): string {
  return listed([...names.slice(0, 8).map(namedText), ...(names.length > 8 ? ["…"] : [])]);
}

/** What stands above the messages in their document. */
export function promptHead({ model, prompt, leftOut }: TriedPrompt): string {
  return [
    `# ${l10n.t("Try Again: {0}", namedText(model))}\n`,
    l10n.t("Edit the messages, then select Run in the title of this editor."),
    `${l10n.t("VS Code keeps a backup of this document on disk until you close it.")}\n`,
    ...promptFacts(prompt, leftOut).map((line) => `- ${line}`),
  ].join("\n");
}

/** The question before each request. `tokens` is null if the model cannot count them. */
export function attemptQuestion(
  model: OfferedModel,
  tokens: number | null,
  prompt: Prompt,
  leftOut: readonly string[],
  formats: Formats,
): { readonly title: string; readonly detail: string } {
  const count = tokens === null ? l10n.t("unknown") : formats.exact(tokens);
  const estimate = l10n.t("Tokens, estimated without tools: {0} of {1}", count, formats.exact(model.maxInputTokens));
  const detail = [...promptFacts(prompt, leftOut), estimate].join("\n");
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
