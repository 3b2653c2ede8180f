import { publicServiceUrl, type ServiceAddress } from "../session/serviceUrl.ts";
import type { Session } from "../session/session.ts";
import type { ServicePost } from "./servicePosts.ts";
import type { SnippetRequest } from "./snippetRequest.ts";

/** The service of a snippet and its user name. */
export interface SnippetSender extends Pick<SnippetRequest, "username"> {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  /** The project exists only in the sample, which others cannot query: the snippet is a template. */
  readonly isSample: boolean;
}

/** The service of the session; for the sample, the `configured` service, else W&B. Null if signed out. */
export function snippetSender(session: Session | null, configured: ServiceAddress | null): SnippetSender | null {
  switch (session?.kind) {
    case "signedIn": {
      const { url, username } = session.account;
      return { url, username: username === "api" ? username : null, isSample: false };
    }
    case "sample": {
      const url = configured?.kind === "remote" ? configured.url : publicServiceUrl;
      return { url, username: "api", isSample: true };
    }
    default:
      return null;
  }
}

/** A request as a snippet for this sender. */
export function snippetRequest(
  { path, body }: ServicePost,
  { url, username }: SnippetSender,
  told: Pick<SnippetRequest, "answer" | "notes" | "cautions">,
): SnippetRequest {
  return { ...told, url: url + path, username, body: JSON.parse(JSON.stringify(body)) };
}
