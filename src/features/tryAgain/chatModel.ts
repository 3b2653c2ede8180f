import * as l10n from "@vscode/l10n";
import {
  type CancellationToken,
  commands,
  type LanguageModelChat,
  LanguageModelChatMessage,
  LanguageModelChatMessageRole,
  LanguageModelError,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  LanguageModelToolResultPart,
  type LogOutputChannel,
  lm,
  window,
} from "vscode";
import { abortable } from "../../core/async/abortable.ts";
import { UserError } from "../../core/failures/fault.ts";
import { isObject, jsonIn } from "../../core/text/json.ts";
import { type Prompt, type PromptPart, requestMessages } from "../../core/tryAgain/prompt.ts";
import { writeParts } from "../../core/tryAgain/promptDocument.ts";
import { modelFailureText, modelName } from "../../core/tryAgain/promptFacts.ts";
import { logFailure } from "../../vscode/ui/commands.ts";
import { withToken } from "../../vscode/ui/progress.ts";

/** The models that VS Code offers to extensions; if there is none, says what to install. */
export async function chatModels(): Promise<readonly LanguageModelChat[]> {
  const models = await lm.selectChatModels();
  if (models.length > 0) return models;
  const text = l10n.t(
    "No chat model is available. Install GitHub Copilot Chat or another extension with language models, and sign in to it.",
  );
  const find = l10n.t("Find Extensions");
  void window.showInformationMessage(text, find).then((chosen) => {
    if (chosen === find) void commands.executeCommand("workbench.extensions.search", "@tag:language-models");
  });
  return [];
}

/** Undefined if canceled. The only model needs no choice. */
export async function chooseModel(models: readonly LanguageModelChat[]): Promise<LanguageModelChat | undefined> {
  if (models.length <= 1) return models[0];
  const items = models.map((model) => ({ label: model.name, description: model.vendor, detail: model.id, model }));
  const placeHolder = l10n.t("Select a model to send the messages to");
  return (await window.showQuickPick(items, { placeHolder, matchOnDescription: true }))?.model;
}

/** As the model counts them; null if it fails to, which is logged: the prompt can be sent nevertheless. */
export async function countTokens(
  model: LanguageModelChat,
  { parts }: Prompt,
  log: LogOutputChannel,
  signal: AbortSignal,
): Promise<number | null> {
  const counting = withToken(signal, (token) => model.countTokens(writeParts(parts), token));
  try {
    return await abortable(counting, signal);
  } catch (error) {
    signal.throwIfAborted();
    logFailure(error, log);
    return null;
  }
}

/**
 * Sends a prompt, and calls `onParts` with all parts of the response so far. Rejects with a `UserError`, or the signal's
 * reason, even if the model goes on.
 */
export async function askModel(
  model: LanguageModelChat,
  { parts, options: { parameters, tools } }: Prompt,
  onParts: (parts: readonly PromptPart[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const justification = l10n.t("To send the messages of a call again, as you confirmed.");
  const request = { justification, modelOptions: { ...parameters }, tools: [...tools] };
  const respond = async (token: CancellationToken) => {
    const response: PromptPart[] = [];
    const { stream } = await model.sendRequest(requestMessages(parts).map(chatMessage), request, token);
    for await (const part of stream) {
      if (signal.aborted) return;
      add(part, response);
      onParts(response);
    }
  };
  try {
    await abortable(withToken(signal, respond), signal);
  } catch (error) {
    signal.throwIfAborted();
    const code = error instanceof LanguageModelError ? error.code : "";
    // VS Code wraps what the provider threw.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new UserError(
      modelFailureText(modelName(model), code, cause instanceof Error ? cause.message : String(cause)),
    );
  }
}

/** Parts of other kinds, such as reasoning, are left out. IDs of calls are as those of the original. */
function add(part: unknown, parts: PromptPart[]): void {
  const last = parts.at(-1);
  if (part instanceof LanguageModelTextPart) {
    if (last?.kind === "assistant") parts[parts.length - 1] = { ...last, text: last.text + part.value };
    else parts.push({ kind: "assistant", text: part.value });
  } else if (part instanceof LanguageModelToolCallPart) {
    const given = jsonIn(JSON.stringify(part.input));
    const id = `call_${parts.filter(({ kind }) => kind === "tool call").length + 1}`;
    parts.push({ kind: "tool call", id, name: part.name, arguments: isObject(given) ? given : {} });
  }
}

/** The parts are all of one side. */
function chatMessage(parts: readonly PromptPart[]): LanguageModelChatMessage {
  const content = parts.map((part) => {
    if (part.kind === "tool call") return new LanguageModelToolCallPart(part.id, part.name, part.arguments);
    const text = new LanguageModelTextPart(part.text);
    return part.kind === "tool result" ? new LanguageModelToolResultPart(part.id, [text]) : text;
  });
  const { Assistant, User } = LanguageModelChatMessageRole;
  const isOwn = parts.some(({ kind }) => kind === "assistant" || kind === "tool call");
  return new LanguageModelChatMessage(isOwn ? Assistant : User, content);
}
