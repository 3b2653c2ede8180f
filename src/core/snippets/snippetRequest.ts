import type { Json } from "../json.ts";

/** A request of the client, as somebody else can make it: with a key of their own, which is not in it. */
export interface SnippetRequest {
  /** The whole address, in the ASCII that a `URL` writes it in. */
  readonly url: string;
  /** Goes with the key; null to read it from the environment, too. */
  readonly username: "api" | null;
  readonly body: Json;
  /** Whether the answer is one object, or one to a line for as long as there are more. */
  readonly answer: "object" | "lines";
  /** What stands above code, a comment each; a stranger's text may be in them. */
  readonly notes: readonly string[];
  /** In what the answer is not what a person may expect; stands in commands for a shell, too. */
  readonly cautions: readonly string[];
}

/** Where wandb and Weave keep the key, too. */
export const keyVariable = "WANDB_API_KEY";

/** Read where the account's user name is not the usual one. */
export const usernameVariable = "WEAVE_USERNAME";
