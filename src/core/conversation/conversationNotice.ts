import * as l10n from "@vscode/l10n";
import { holdAction } from "../failures/action.ts";
import { actionTitle } from "../failures/actionTitle.ts";
import type { Fault } from "../failures/fault.ts";
import type { Notice } from "../failures/notice.ts";
import { faultNotice as anyFaultNotice, noticeOf } from "../failures/pageNotice.ts";
import type { NetworkSettings } from "../network.ts";
import { heldText } from "../session/sessionText.ts";
import type { Formats } from "../text/format.ts";
import { plainText } from "../text/visibleText.ts";
import type { Access } from "./conversationAccess.ts";
import { mostTurns } from "./conversationTurns.ts";
import type { Part } from "./part.ts";
import type { PartState } from "./protocol.ts";

/** Why nothing is shown, and the action that helps; null if access is open. */
export function accessNotice(access: Access): Notice | null {
  switch (access.kind) {
    case "open":
    case "starting":
      return null;
    case "signedOut":
      return notice(l10n.t("Sign in to read this conversation."), actionTitle("signIn"), "signIn");
    case "held":
      return noticeOf(heldText(access.reason), [holdAction[access.reason]]);
    case "sample":
      return notice(
        l10n.t("This conversation belongs to a sample project."),
        l10n.t("Open Sample Project"),
        "openSample",
      );
    case "otherService": {
      const text = l10n.t("This conversation is on another service: {0}.", plainText(access.service));
      return notice(text, l10n.t("Switch Account"), "switchAccount");
    }
    case "otherProject": {
      const { project, shown } = access;
      const text =
        shown === null
          ? l10n.t("This conversation belongs to project {0}.", project)
          : l10n.t("This conversation belongs to project {0}. This window shows {1}.", project, shown);
      return notice(text, l10n.t("Show {0}", project), "showProject");
    }
  }
}

/** The notice for turns that are not listed, or for a requested turn that is not (`missing`); null if neither applies. */
export function turnsNotice(more: boolean, missing: boolean, formats: Formats): Notice | null {
  const most = formats.exact(mostTurns);
  if (more && missing) {
    const text = l10n.t("Only the first {0} turns are listed. The requested turn is not one of them.", most);
    return notice(text);
  }
  if (more) return notice(l10n.t("Only the first {0} turns are listed.", most));
  return missing ? notice(l10n.t("The requested turn is not listed here.")) : null;
}

/** A failure of a conversation and its actions. `fault` is null for a bug, which is in the log. */
export function faultNotice(fault: Fault | null, client: NetworkSettings["client"]): Notice {
  if (fault?.kind !== "routeMissing") return anyFaultNotice(fault, "conversation", client);
  return notice(l10n.t("This service does not support conversations."), l10n.t("Refresh"), "retry");
}

/** A separately requested part of a turn, in the form that is sent to the page. */
export function partState<From, To>(
  part: Part<From>,
  client: NetworkSettings["client"],
  shown: (value: From) => To,
): PartState<To> {
  switch (part.kind) {
    case "loading":
    case "large":
      return part;
    case "shown":
      return { kind: "shown", value: shown(part.value) };
    case "gone":
      return failed(notice(l10n.t("This turn no longer exists."), actionTitle("retry"), "retry"));
    case "beyond": {
      const most = Math.round(part.bytes / 1024 / 1024);
      return failed(notice(l10n.t("Turn is larger than {0} MB and was not loaded.", most)));
    }
    case "failed":
      return failed(faultNotice(part.fault, client));
  }
}

function failed(told: Notice) {
  return { kind: "failed", notice: told } as const;
}

type OwnAction = "retry" | "signIn" | "switchAccount" | "openSample" | "showProject";

function notice(text: string, title?: string, action?: OwnAction): Notice {
  return { text, actions: title === undefined || action === undefined ? [] : [{ title, action }] };
}
