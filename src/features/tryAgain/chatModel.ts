import * as l10n from "@vscode/l10n";
import {
  type CancellationToken,
  CancellationTokenSource,
  commands,
  type LanguageModelChat,
  LanguageModelChatMessage,
  LanguageModelChatMessageRole,
  LanguageModelError,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  LanguageModelToolResultPart,
  lm,
  window,
} from "vscode";
import { abortable } from "../../core/async/abortable.ts";
import { UserError } from "../../core/failures/fault.ts";
import { jsonIn } from "../../core/text/json.ts";
import {
  type Prompt,
  type PromptPart,
  type RequestMessage,
  requestMessages,
  resultText,
  toolInput,
} from "../../core/tryAgain/prompt.ts";
import { modelFailureText, modelName } from "../../core/tryAgain/promptFacts.ts";

/** The models that VS Code offers to extensions; if there is none, says what to install. */
export async function chatModels(): Promise<readonly LanguageModelChat[]> {
  const models = await lm.selectChatModels();
  if (models.length > 0) return models;
  const actions: Readonly<Record<string, () => Thenable<unknown>>> = {
    [l10n.t("Find Extensions")]: () => commands.executeCommand("workbench.extensions.search", "@tag:language-models"),
  };
  const text = l10n.t(
    "No chat model is available. Install GitHub Copilot Chat or another extension with language models, and sign in to it.",
  );
  void window
    .showInformationMessage(text, ...Object.keys(actions))
    .then((chosen) => chosen !== undefined && actions[chosen]?.());
  return [];
}

/** Undefined if canceled. The only model needs no choice. */
export async function chooseModel(models: readonly LanguageModelChat[]): Promise<LanguageModelChat | undefined> {
  if (models.length === 1) return models[0];
  const items = models.map((model) => ({
    label: model.name,
    description: model.vendor,
    detail: model.family === model.name ? model.version : `${model.family} ${model.version}`,
    model,
  }));
  const placeHolder = l10n.t("Select a model to send the messages to");
  return (await window.showQuickPick(items, { placeHolder, matchOnDescription: true }))?.model;
}

/** As the model counts them; null if it cannot. */
export async function countTokens(
  model: LanguageModelChat,
  { messages }: Prompt,
  signal: AbortSignal,
): Promise<number | null> {
  const token = tokenOf(signal);
  try {
    const counting = chatMessages(messages).map((each) => model.countTokens(each, token));
    return (await abortable(Promise.all(counting), signal)).reduce((sum, count) => sum + count, 0);
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/**
 * Sends a prompt, and calls `onParts` with all parts of the response so far. Rejects with a `UserError`, or the signal's
 * reason, even if the model goes on.
 */
export async function askModel(
  model: LanguageModelChat,
  { messages, options }: Prompt,
  onParts: (parts: readonly PromptPart[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const token = tokenOf(signal);
  const request = {
    justification: l10n.t("To send the messages of a call again, as you confirmed."),
    modelOptions: { ...options.parameters },
    tools: options.tools.map((tool) => ({ ...tool })),
  };
  const respond = async () => {
    const parts: PromptPart[] = [];
    const { stream } = await model.sendRequest([...chatMessages(messages)], request, token);
    for await (const part of stream) {
      if (signal.aborted) return;
      add(part, parts);
      onParts(parts);
    }
  };
  try {
    await abortable(respond(), signal);
  } catch (error) {
    signal.throwIfAborted();
    const code = error instanceof LanguageModelError ? error.code : "";
    // VS Code wraps what the provider threw.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(modelFailureText(modelName(model), code, message));
  }
}

/** Parts of other kinds, such as reasoning, are left out. */
function add(part: unknown, parts: PromptPart[]): void {
  const last = parts.at(-1);
  if (part instanceof LanguageModelTextPart) {
    if (last?.kind === "text") parts[parts.length - 1] = { kind: "text", text: last.text + part.value };
    else parts.push({ kind: "text", text: part.value });
  } else if (part instanceof LanguageModelToolCallPart) {
    const given = jsonIn(JSON.stringify(part.input)) ?? null;
    parts.push({ kind: "toolCall", id: part.callId, name: part.name, arguments: given });
  }
}

function chatMessages(messages: Prompt["messages"]): readonly LanguageModelChatMessage[] {
  return requestMessages(messages).map(chatMessage);
}

function chatMessage({ speaker, name, parts }: RequestMessage): LanguageModelChatMessage {
  const { Assistant, User } = LanguageModelChatMessageRole;
  const content = parts.map((part) => {
    if (part.kind === "text") return new LanguageModelTextPart(part.text);
    if (part.kind === "toolCall") return new LanguageModelToolCallPart(part.id, part.name, toolInput(part.arguments));
    return new LanguageModelToolResultPart(part.id, [new LanguageModelTextPart(resultText(part.content))]);
  });
  return new LanguageModelChatMessage(speaker === "assistant" ? Assistant : User, content, name ?? undefined);
}

function tokenOf(signal: AbortSignal): CancellationToken {
  const source = new CancellationTokenSource();
  if (signal.aborted) source.cancel();
  signal.addEventListener("abort", () => source.cancel(), { once: true });
  return source.token;
}
