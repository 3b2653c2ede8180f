import { decoded } from "../settings/serviceUrl.ts";
import { type ConversationKey, threadKey } from "./conversationKey.ts";
import { refStart } from "./mayHoldLinks.ts";
import { type ProjectId, parseProjectId } from "./projectId.ts";

/** The target of a Weave link: a page of the web app, or a ref. */
export type LinkTarget =
  | { readonly kind: "project" | "threads"; readonly project: ProjectId }
  | { readonly kind: "thread"; readonly project: ProjectId; readonly conversation: ConversationKey }
  | { readonly kind: "call"; readonly project: ProjectId; readonly callId: string }
  /** `version` is a digest, or `*` for any version. */
  | { readonly kind: "op"; readonly project: ProjectId; readonly name: string; readonly version: string }
  | { readonly kind: "object"; readonly project: ProjectId; readonly name: string; readonly version: string };

/**
 * The target of a ref, `weave:///<entity>/<project>/<kind>/<name>`, ignoring a path into it (wandb/weave
 * `trace/refs.py`): a call, thread or agent conversation, or a turn or span
 * of an agent, by ID, an op or object by `<name>:<version>`. Null for anything else.
 */
export function readWeaveRef(text: string): LinkTarget | null {
  if (!text.startsWith(refStart)) return null;
  // Older refs contain unencoded names, in which a percent sign is literal.
  const [entity, name, kind, named] = text.slice(refStart.length).split("/").map(decoded);
  const project = parseProjectId(`${entity}/${name}`);
  if (project === undefined || named === undefined || named === "") return null;
  switch (kind) {
    case "call":
      return { kind, project, callId: named };
    case "agent_turn":
    case "agent_span":
      return { kind: "call", project, callId: named };
    case "thread":
      return { kind, project, conversation: threadKey(named) };
    case "agent_conversation":
      return { kind: "thread", project, conversation: { kind: "agent", id: named } };
    case "op":
    case "object": {
      const colon = named.lastIndexOf(":");
      const version = named.slice(colon + 1);
      return colon < 1 || version === "" ? null : { kind, project, name: named.slice(0, colon), version };
    }
    default:
      return null;
  }
}
