import * as l10n from "@vscode/l10n";
import { commands, window } from "vscode";
import { holdRemedy } from "../../core/failures/remedy.ts";
import { remedyCommand } from "../../core/failures/remedyCommand.ts";
import { remedyTitle } from "../../core/failures/remedyTitle.ts";
import type { ProjectId } from "../../core/session/projectId.ts";
import { sampleProjects } from "../../core/session/sampleProjects.ts";
import type { Session } from "../../core/session/session.ts";
import { heldText } from "../../core/session/sessionText.ts";
import type { Target } from "../../core/target.ts";
import { plainText } from "../../core/text/visibleText.ts";
import { withLateProgress } from "../../host/lateProgress.ts";
import { nextSession } from "../../host/nextSession.ts";
import { openWebPage } from "../../host/webPage.ts";
import type { LinksParts } from "./register.ts";

/** In milliseconds. */
const patience = 2000;

export interface LinkedProject {
  readonly project: ProjectId;
  /** Where the link leads to, in a sentence. */
  readonly lead: string;
  /** The web page that shows the same; null where there is none. */
  readonly address: string | null;
}

/** A way into the project, or past it. */
interface Way {
  readonly title: string;
  /** Resolves to false where the person has turned to something else. */
  readonly take: () => Promise<boolean>;
}

/**
 * Has the window show the project of a link, after asking: a link is a stranger's. Whoever is signed out is let sign in
 * first. Resolves to whom to ask then, or to null where the person does not want to.
 */
export async function enterProject(linked: LinkedProject, parts: LinksParts): Promise<Target | null> {
  const { sessions, project } = parts;
  for (;;) {
    const session =
      sessions.session ?? (await withLateProgress(l10n.t("Opening a link"), (signal) => nextSession(sessions, signal)));
    const question = questionOf(session, linked, parts);
    if (question === null) return project.threads.target;
    const { message, shown, ways } = question;
    const others = linked.address === null ? [] : [browserWay(linked.address)];
    const titles = [...ways, ...others].map(({ title }) => title);
    const detail = `${linked.lead} ${shown}`;
    const chosen = await window.showInformationMessage(message, { modal: true, detail }, ...titles);
    const way = [...ways, ...others].find(({ title }) => title === chosen);
    if (way === undefined || !(await way.take())) return null;
    if (!(await isOver(session, sessions))) return null;
  }
}

/** Signing in and choosing an account can be given up; a setting that was just written may take a moment to be heard of. */
async function isOver(session: Session, sessions: LinksParts["sessions"]): Promise<boolean> {
  if (sessions.session !== session) return true;
  return nextSession(sessions, AbortSignal.timeout(patience)).then(
    () => true,
    () => false,
  );
}

interface Question {
  readonly message: string;
  /** What the window shows instead. */
  readonly shown: string;
  readonly ways: readonly Way[];
}

/** Null where nothing is to be asked. */
function questionOf(session: Session, { project }: LinkedProject, { sessions }: LinksParts): Question | null {
  const isOfSample = sampleProjects.some((known) => known === project);
  const sample: Way = {
    title: l10n.t("Open Sample Project"),
    take: async () => {
      await sessions.openSample();
      await sessions.selectProject(project);
      return true;
    },
  };
  if (session.kind === "signedOut")
    return {
      message: l10n.t("Sign in to open the link?"),
      shown: l10n.t("This window is signed out."),
      ways: [commandWay(l10n.t("Sign In"), "weaveThreads.signIn"), ...(isOfSample ? [sample] : [])],
    };
  if (session.kind === "held") {
    const remedy = holdRemedy[session.reason];
    return {
      message:
        session.reason === "restricted"
          ? l10n.t("Load threads to open the link?")
          : l10n.t("Use your API key to open the link?"),
      shown: heldText(session.reason),
      ways: [commandWay(remedyTitle(remedy), remedyCommand[remedy].command)],
    };
  }
  if (session.kind === "sample" && !isOfSample)
    return {
      message: l10n.t("Switch to an account to open the link?"),
      shown: l10n.t("This window shows the sample projects."),
      ways: [commandWay(l10n.t("Switch Account"), "weaveThreads.switchAccount")],
    };
  if (session.project === project) return null;
  const select: Way = {
    title: l10n.t("Show {0}", plainText(project)),
    take: async () => {
      await sessions.selectProject(project);
      return true;
    },
  };
  return {
    message: l10n.t("Show the project {0} in this window?", plainText(project)),
    shown:
      session.project === null
        ? l10n.t("This window shows no project.")
        : l10n.t("This window shows {0}.", plainText(session.project)),
    ways: [select, ...(session.kind === "signedIn" && isOfSample ? [sample] : [])],
  };
}

function commandWay(title: string, command: string): Way {
  return {
    title,
    take: async () => {
      await commands.executeCommand(command);
      return true;
    },
  };
}

function browserWay(address: string): Way {
  return {
    title: l10n.t("Open in Browser"),
    take: async () => {
      await openWebPage(address);
      return false;
    },
  };
}
