import type { Shape } from "../talk.ts";
import { openaiChat } from "./openaiChat.ts";

/** What many programs pass on of a chat: the messages that went in, and the one that came out. */
export const chatMessages: Shape = {
  inputs: (talk) => {
    const { messages = [] } = openaiChat.inputs(talk);
    return { messages };
  },
  output: ({ text }) => ({ role: "assistant", content: text }),
};
