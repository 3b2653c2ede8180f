import { type DocumentShape, question } from "../talk.ts";

/** A function from string to string, with the history as text. */
export const plainText: DocumentShape = {
  inputs: (talk) => {
    const said = talk.rounds.slice(0, -1).map(({ user, assistant }) => `User: ${user}\nAssistant: ${assistant ?? ""}`);
    return { question: question(talk), ...(said.length > 0 && { history: said.join("\n\n") }) };
  },
  output: ({ text }) => text,
};
