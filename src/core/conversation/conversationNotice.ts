import * as l10n from "@vscode/l10n";
import { type Notice, noticeOf } from "../failures/faultText.ts";
import { holdAction } from "../project/display.ts";
import type { ProjectId } from "../query/projectId.ts";
import type { HoldReason, Session } from "../session/session.ts";
import { heldText } from "../session/sessionText.ts";
import { sampleAddress } from "../settings/serviceUrl.ts";
import type { Formats } from "../text/format.ts";
import { sentences } from "../text/sentences.ts";
import { plainText } from "../text/visibleText.ts";
import { type ConversationAddress, serviceOf } from "./conversationAddress.ts";
import { mostPageTurns } from "./protocol.ts";

/** Whether a conversation can be requested: only from its own service, and for the project that the window shows. */
export type Access =
  /** `starting`: the session is not known yet. `sample`: it belongs to the sample project, which the window does not show. */
  | { readonly kind: "open" | "starting" | "signedOut" | "sample" }
  | { readonly kind: "held"; readonly reason: HoldReason }
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

/** What a page shows: the conversation of a thread, or a call outside threads. */
export type Shown = "conversation" | "call";

/** Why nothing is shown, and the action that helps; null if access is open. */
export function accessNotice(access: Access, of: Shown): Notice | null {
  const isCall = of === "call";
  switch (access.kind) {
    case "open":
    case "starting":
      return null;
    case "signedOut":
      return noticeOf(isCall ? l10n.t("Sign in to read this call.") : l10n.t("Sign in to read this conversation."), [
        "signIn",
      ]);
    case "held":
      return noticeOf(heldText(access.reason), [holdAction[access.reason]]);
    case "sample": {
      const text = isCall
        ? l10n.t("This call belongs to the sample project.")
        : l10n.t("This conversation belongs to the sample project.");
      return notice(text, l10n.t("Open Sample Project"), "openSample");
    }
    case "otherService": {
      const service = plainText(access.service);
      const text = isCall
        ? l10n.t("This call is on another service: {0}.", service)
        : l10n.t("This conversation is on another service: {0}.", service);
      return notice(text, l10n.t("Switch Account"), "switchAccount");
    }
    case "otherProject": {
      const { project, shown } = access;
      const whose = isCall
        ? l10n.t("This call belongs to project {0}.", project)
        : l10n.t("This conversation belongs to project {0}.", project);
      const text = sentences(whose, shown === null ? "" : l10n.t("This window shows {0}.", shown));
      return notice(text, l10n.t("Show {0}", project), "showProject");
    }
  }
}

/** The notice for turns that are not listed, or for a requested turn that is not (`missing`); null if neither applies. */
export function turnsNotice(more: boolean, missing: boolean, formats: Formats): Notice | null {
  const most = formats.exact(mostPageTurns);
  if (more && missing) {
    const text = l10n.t("Only the first {0} turns are listed. The requested turn is not one of them.", most);
    return noticeOf(text, []);
  }
  if (more) return noticeOf(l10n.t("Only the first {0} turns are listed.", most), []);
  return missing ? noticeOf(l10n.t("The requested turn is not listed here."), []) : null;
}

function notice(text: string, title: string, action: string): Notice {
  return { text, actions: [{ title, action }] };
}
