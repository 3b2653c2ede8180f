/** Every text of the overview page that is not a stranger's, in English; `{0}` stands for what is put in. */
export const words = {
  loading: "Loading…",
  stop: "Stop",
} as const;

export type WordKey = keyof typeof words;

export type Words = Readonly<Record<WordKey, string>>;
