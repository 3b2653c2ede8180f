import { openaiChat } from "../documentShapes.ts";
import type { DocumentShape } from "../talk.ts";

/** Generic chat: a list of input messages and one output message. */
export const chatMessages: DocumentShape = {
  inputs: (talk) => {
    const { messages = [] } = openaiChat.inputs(talk);
    return { messages };
  },
  output: ({ text }) => ({ role: "assistant", content: text }),
};
