import type { AgentListQuery } from "../query/agentQueries.ts";
import type { CallQuery, CountFileReading } from "../query/callQuery.ts";
import type { ThreadQuery } from "../query/threadQuery.ts";
import type { Session } from "../session/session.ts";
import { publicServiceUrl, type ServiceAddress } from "../settings/serviceUrl.ts";
import type { Json } from "../text/json.ts";

/** A request that others can send with their own key, which it does not contain. */
export interface SnippetRequest {
  /** The full URL, in ASCII as serialized by `URL`. */
  readonly url: string;
  /** User name for the key; null to read it from the environment. */
  readonly username: "api" | null;
  readonly body: Json;
  /** Whether the response is one object, or one object per line. */
  readonly response: "object" | "lines";
  /** Comments above the code; may contain untrusted text. */
  readonly notes: readonly string[];
  /** How the response may differ from what the user expects; also part of shell commands. */
  readonly cautions: readonly string[];
}

/** The variable that wandb and Weave use for the key. */
export const keyVariable = "WANDB_API_KEY";

/** Used if the user name of the account is not the default. */
export const usernameVariable = "WEAVE_USERNAME";

/** The service of a snippet and its user name. */
export interface SnippetSender extends Pick<SnippetRequest, "username"> {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  /** The project exists only in the sample, which others cannot query: the snippet is a template. */
  readonly isSample: boolean;
}

/** The service of the session; for the sample, the `configured` service, else W&B. Null if signed out. */
export function snippetSender(session: Session | null, configured: ServiceAddress | null): SnippetSender | null {
  if (session?.kind === "sample") {
    const url = configured?.kind === "remote" ? configured.url : publicServiceUrl;
    return { url, username: "api", isSample: true };
  }
  if (session?.kind !== "signedIn") return null;
  const { url, username } = session.account;
  return { url, username: username === "api" ? username : null, isSample: false };
}

/** A request as a snippet for this sender. */
export function snippetRequest(
  { path, body }: ServicePost,
  { url, username }: SnippetSender,
  parts: Pick<SnippetRequest, "response" | "notes" | "cautions">,
): SnippetRequest {
  return { ...parts, url: url + path, username, body: JSON.parse(JSON.stringify(body)) };
}

/** A POST request of the client, without headers. */
export interface ServicePost {
  /** Relative to the service URL. */
  readonly path: string;
  /** Serializes to the JSON that is sent. */
  readonly body: object;
}

/** Builds requests. Each throws a `ServiceError` with an `invalidRequest` for a query that the service would reject. */
export interface ServicePosts {
  threadsPost(query: ThreadQuery): ServicePost;
  agentListPost(query: AgentListQuery): ServicePost;
  callStatsPost(query: CallQuery): ServicePost;
  readCountFile(body: unknown): CountFileReading;
}
