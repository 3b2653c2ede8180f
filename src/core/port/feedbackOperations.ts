import type { Question } from "./operations.ts";

export const queryFeedback: Question<"queryFeedback"> = {
  name: "queryFeedback",
  reveal: ({ project, targets, ...query }, masking) => ({
    ...query,
    project: masking.revealProject(project),
    ...(targets && { targets: targets.map(({ kind, id }) => ({ kind, id: masking.reveal(id) })) }),
  }),
  hide: (found, masking) => found.map((each) => masking.feedback(each)),
};

/** Privacy mode refuses the commands that write. */
export const createFeedback: Question<"createFeedback"> = {
  name: "createFeedback",
  reveal: (query) => query,
  hide: (written, masking) => masking.feedback(written),
};

export const removeFeedback: Question<"removeFeedback"> = {
  name: "removeFeedback",
  reveal: (query) => query,
  hide: (nothing) => nothing,
};
