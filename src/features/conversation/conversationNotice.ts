import { l10n } from "vscode";
import type { Access } from "../../core/conversation/conversationAccess.ts";
import type { Notice, PartState } from "../../core/conversation/page.ts";
import type { Part } from "../../core/conversation/part.ts";
import { mostTurns } from "../../core/conversation/turnList.ts";
import type { Fault } from "../../core/fault.ts";
import { type Remedy, remediesFor } from "../../core/remedy.ts";
import { plainText } from "../../core/visibleText.ts";
import { faultText } from "../../host/faultText.ts";
import { networkSettings } from "../../host/networkSettings.ts";
import { remedyTitle } from "../../host/remedyTitle.ts";

/** Why nothing is shown, and the way back; null where nothing is in the way. */
export function accessNotice(access: Access): Notice | null {
  switch (access.kind) {
    case "open":
    case "starting":
      return null;
    case "signedOut":
      return notice(l10n.t("Sign in to read this conversation."), [way("signIn")]);
    case "sample": {
      const title = l10n.t("Open Sample Project");
      return notice(l10n.t("This conversation is of the sample projects."), [own("openSample", title)]);
    }
    case "otherService": {
      const text = l10n.t("This conversation is of another service: {0}.", plainText(access.service));
      return notice(text, [own("switchAccount", l10n.t("Switch Account"))]);
    }
    case "otherProject": {
      const { project, shown } = access;
      const text =
        shown === null
          ? l10n.t("This conversation is of the project {0}.", project)
          : l10n.t("This conversation is of the project {0}; the window shows {1}.", project, shown);
      return notice(text, [own("showProject", l10n.t("Show {0}", project))]);
    }
  }
}

/** What went wrong and what helps. `fault` is null for a bug, which the log tells. */
export function faultNotice(fault: Fault | null): Notice {
  if (fault === null)
    return notice(l10n.t("Something went wrong. The log has the details."), [way("retry"), way("showLog")]);
  if (fault.kind === "routeMissing") {
    return notice(l10n.t("This server cannot show conversations."), [own("retry", l10n.t("Refresh"))]);
  }
  return notice(faultText(fault), remediesFor(fault, "conversation", networkSettings().client).map(way));
}

/** Says that not all turns are listed. */
export function moreTurnsNotice(): Notice {
  return notice(l10n.t("Only the first {0} turns are listed.", mostTurns), []);
}

/** What of a turn is asked for by itself, as the page is told of it. */
export function partState<From, To>(part: Part<From>, shown: (value: From) => To): PartState<To> {
  switch (part.kind) {
    case "loading":
    case "large":
      return part;
    case "shown":
      return { kind: "shown", value: shown(part.value) };
    case "gone":
      return failed(notice(l10n.t("The service has this turn no more."), [way("retry")]));
    case "beyond": {
      const most = Math.round(part.bytes / 1024 / 1024);
      return failed(notice(l10n.t("This turn says more than {0} MB, which is not loaded.", most), []));
    }
    case "failed":
      return failed(faultNotice(part.fault));
  }
}

function failed(told: Notice) {
  return { kind: "failed", notice: told } as const;
}

function notice(text: string, remedies: Notice["remedies"]): Notice {
  return { text, remedies };
}

function way(remedy: Remedy): Notice["remedies"][number] {
  return { title: remedyTitle(remedy), remedy };
}

function own(
  remedy: "retry" | "switchAccount" | "openSample" | "showProject",
  title: string,
): Notice["remedies"][number] {
  return { title, remedy };
}
