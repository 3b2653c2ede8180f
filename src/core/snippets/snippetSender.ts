import { publicServiceUrl, type ServiceAddress } from "../session/serviceUrl.ts";
import type { Session } from "../session/session.ts";
import type { ServicePost } from "./servicePosts.ts";
import type { SnippetRequest } from "./snippetRequest.ts";

/** Whom a snippet asks, and under which name. */
export interface SnippetSender extends Pick<SnippetRequest, "username"> {
  /** Base address, without a final slash. */
  readonly url: string;
  /** The project is known to the sample alone, which nobody else can ask: the snippet shows what to ask elsewhere. */
  readonly isSample: boolean;
}

/** The session's own; of the sample, the service that `configured` names, else the one that W&B runs. Null when signed out. */
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

/** What the client posts, as a snippet of this sender. */
export function snippetRequest(
  { path, body }: ServicePost,
  { url, username }: SnippetSender,
  told: Pick<SnippetRequest, "answer" | "notes" | "cautions">,
): SnippetRequest {
  return { ...told, url: url + path, username, body: JSON.parse(JSON.stringify(body)) };
}
