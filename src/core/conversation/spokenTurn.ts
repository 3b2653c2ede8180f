import type { TurnContent } from "../messages/message.ts";
import type { Side } from "../messages/messageFormat.ts";
import { turnContent } from "../messages/turnContent.ts";
import type { Json } from "../text/json.ts";
import type { WholeTurn } from "./transcript/transcript.ts";

/** What a turn says, and where that is. */
export interface SpokenTurn {
  readonly content: TurnContent;
  /** The IDs of the calls inside whose inputs and output the content is; null for the turn itself. */
  readonly from: Readonly<Record<Side, string | null>>;
  /** The turn's own documents, if the content is that of calls inside it; null for an empty one. */
  readonly remainder: Readonly<Record<Side, Json | null>>;
  /** Whether the turn has no messages of its own. */
  readonly isSilent: boolean;
  /** IDs of the calls inside whose documents would be the content, and were not requested. */
  readonly missing: readonly string[];
}

/**
 * The messages of a turn. A turn without any, as OpenTelemetry has them, says what the first model call inside it was
 * given, and what the last one responded.
 */
export function spokenTurn({ documents, steps }: Pick<WholeTurn, "documents" | "steps">): SpokenTurn {
  const own = turnContent(documents);
  const models = steps.filter(({ kind }) => kind === "model");
  const [first, last] = [models[0], models.at(-1)];
  const isSilent = !hasMessages(own);
  const none = { inputs: null, output: null };
  const itself: SpokenTurn = { content: own, from: none, remainder: none, isSilent, missing: [] };
  if (!isSilent || first === undefined || last === undefined) return itself;
  const missing = [...new Set([first, last])]
    .filter(({ documents: requested }) => requested === null)
    .map(({ call }) => call.id);
  if (first.documents === null || last.documents === null) return { ...itself, missing };
  const content = turnContent({ inputs: first.documents.inputs, output: last.documents.output });
  if (!hasMessages(content)) return itself;
  const remainder = { inputs: own.inputRest, output: own.outputRest };
  return { ...itself, content, from: { inputs: first.call.id, output: last.call.id }, remainder };
}

function hasMessages({ history, input, repeated, output }: TurnContent): boolean {
  return history.length + input.length + repeated.length + output.length > 0;
}
