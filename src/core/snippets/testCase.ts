import type { TurnDocuments } from "../conversation/protocol.ts";
import type { Json } from "../text/json.ts";
import { openAiMessages } from "./chatBody.ts";

/** A line of a data set: what a call was given, and what it returned, as they were recorded; without a line end. */
export function testCase({ inputs, output, content }: TurnDocuments): string {
  if (content === undefined) return JSON.stringify({ inputs, expected: output });
  const messages = (said: typeof content.input): Json => ({ messages: openAiMessages(said) });
  const given = messages([...content.history, ...content.input]);
  return JSON.stringify({ inputs: given, expected: content.output.length === 0 ? null : messages(content.output) });
}
