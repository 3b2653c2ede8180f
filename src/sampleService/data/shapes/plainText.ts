import { question, type Shape } from "../talk.ts";

/** A function from a text to a text, which keeps what was said before as text, too. */
export const plainText: Shape = {
  inputs: (talk) => {
    const said = talk.rounds.slice(0, -1).map(({ user, assistant }) => `User: ${user}\nAssistant: ${assistant ?? ""}`);
    return { question: question(talk), ...(said.length > 0 && { history: said.join("\n\n") }) };
  },
  output: ({ text }) => text,
};
