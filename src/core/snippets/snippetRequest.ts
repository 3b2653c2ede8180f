import type { Json } from "../json.ts";

/** A request that others can send with their own key, which it does not contain. */
export interface SnippetRequest {
  /** The full URL, in ASCII as serialized by `URL`. */
  readonly url: string;
  /** User name for the key; null to read it from the environment. */
  readonly username: "api" | null;
  readonly body: Json;
  /** Whether the response is one object, or one object per line. */
  readonly answer: "object" | "lines";
  /** Comments above the code; may contain untrusted text. */
  readonly notes: readonly string[];
  /** How the response may differ from what the user expects; also part of shell commands. */
  readonly cautions: readonly string[];
}

/** The variable that wandb and Weave use for the key. */
export const keyVariable = "WANDB_API_KEY";

/** Used if the user name of the account is not the default. */
export const usernameVariable = "WEAVE_USERNAME";
