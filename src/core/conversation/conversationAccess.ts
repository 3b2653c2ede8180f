import type { ProjectId } from "../session/projectId.ts";
import { sampleAddress } from "../session/serviceUrl.ts";
import type { HoldReason, Session } from "../session/session.ts";
import { type ConversationAddress, serviceOf } from "./conversationAddress.ts";

/** Whether a conversation can be requested: only from its own service, and for the project that the window shows. */
export type Access =
  | { readonly kind: "open" }
  /** The session is still starting. */
  | { readonly kind: "starting" }
  | { readonly kind: "signedOut" }
  | { readonly kind: "held"; readonly reason: HoldReason }
  /** It belongs to a sample project, which the window does not show. */
  | { readonly kind: "sample" }
  /** The window uses another service. */
  | { readonly kind: "otherService"; readonly service: string }
  /** `shown` is the window's project; null for none. */
  | { readonly kind: "otherProject"; readonly project: ProjectId; readonly shown: ProjectId | null };

/** `session` is null until it is known. */
export function accessTo({ service, project }: ConversationAddress, session: Session | null): Access {
  if (session === null) return { kind: "starting" };
  if (session.kind === "held") return session;
  if (serviceOf(session) !== service) {
    if (service === sampleAddress) return { kind: "sample" };
    return session.kind === "signedOut" ? { kind: "signedOut" } : { kind: "otherService", service };
  }
  if (session.project !== project) return { kind: "otherProject", project, shown: session.project };
  return { kind: "open" };
}
