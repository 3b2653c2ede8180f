import { type DocumentShape, question } from "../talk.ts";

/** Custom records: a text with its session, and an answer with its sources. */
export const answerRecord: DocumentShape = {
  inputs: (talk) => ({
    text: question(talk),
    session: { turn: talk.rounds.length, locale: "en-GB", channel: "web" },
  }),
  output: ({ text, sources = [] }) => ({ answer: text, sources, confidence: 0.82 }),
};
