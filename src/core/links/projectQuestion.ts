import * as l10n from "@vscode/l10n";
import { actionTitle, type FailureAction } from "../failures/action.ts";
import { holdAction } from "../project/display.ts";
import { type ProjectId, sampleProjects } from "../query/projectId.ts";
import type { Session } from "../session/session.ts";
import { heldText } from "../session/sessionText.ts";
import { plainText } from "../text/visibleText.ts";

export type ProjectAction = FailureAction | "switchAccount" | "openSample" | "showProject";

export interface ProjectQuestion {
  readonly message: string;
  /** The current state of the window. */
  readonly shown: string;
  readonly actions: readonly { readonly title: string; readonly action: ProjectAction }[];
}

/** The confirmation before opening the project of a link; null if it is already open. */
export function projectQuestion(session: Session, project: ProjectId): ProjectQuestion | null {
  const isOfSample = sampleProjects.some((known) => known === project);
  const sample = { title: l10n.t("Open Sample Project"), action: "openSample" } as const;
  const signIn = { title: actionTitle("signIn"), action: "signIn" } as const;
  if (session.kind === "signedOut")
    return {
      message: l10n.t("Sign in to open the link?"),
      shown: l10n.t("You are not signed in."),
      actions: [signIn, ...(isOfSample ? [sample] : [])],
    };
  if (session.kind === "held") {
    const action = holdAction[session.reason];
    const [load, use] = [l10n.t("Load threads to open the link?"), l10n.t("Use your API key to open the link?")];
    const message = session.reason === "restricted" ? load : use;
    return { message, shown: heldText(session.reason), actions: [{ title: actionTitle(action), action }] };
  }
  if (session.kind === "sample" && !isOfSample)
    return {
      message: l10n.t("Switch to an account to open the link?"),
      shown: l10n.t("This window shows the sample project."),
      actions: [{ title: l10n.t("Switch Account"), action: "switchAccount" }],
    };
  if (session.project === project) return null;
  const [name, shown] = [plainText(project), plainText(session.project ?? "")];
  return {
    message: l10n.t("Show project {0} in this window?", name),
    shown: shown === "" ? l10n.t("No project is selected in this window.") : l10n.t("This window shows {0}.", shown),
    actions: [
      { title: l10n.t("Show {0}", name), action: "showProject" },
      ...(session.kind === "signedIn" && isOfSample ? [sample] : []),
    ],
  };
}
