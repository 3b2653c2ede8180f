import { l10n, type ViewBadge } from "vscode";
import { type ViewState, viewState } from "../../core/display.ts";
import type { Formats } from "../../core/format.ts";
import { type Load, shownValue } from "../../core/load.ts";
import type { NewThreads } from "../../core/threads/newThreads.ts";
import type { ThreadList } from "../../core/threads/threadList.ts";
import type { ThreadPages } from "../../core/threads/threadPages.ts";
import { faultText } from "../../host/faultText.ts";
import type { SessionStore } from "../../host/sessionStore.ts";
import { filterText, selectionText } from "./selectionText.ts";

export interface ThreadViewTextParts {
  readonly sessions: SessionStore;
  readonly threads: ThreadList;
  readonly formats: Formats;
}

/** Which threads these are, beside the view's name. */
export function aboutText({ sessions, threads, formats }: ThreadViewTextParts): string {
  const { session } = sessions;
  if (session === null || session.kind === "signedOut" || session.project === null) return "";
  const loaded = shownValue(threads.load)?.threads.length ?? 0;
  const about = loaded > 0 ? [l10n.t("{0} loaded", formats.exact(loaded))] : [];
  about.push(selectionText(threads.selection));
  about.push(session.project);
  if (session.kind === "sample") about.push(l10n.t("sample"));
  return about.join(" · ");
}

/** The line above the rows. VS Code shows no welcome text beside a message, so there is one for rows only. */
export function messageText({ sessions, threads, formats }: ThreadViewTextParts): string {
  const { load, selection, found } = threads;
  const pages = shownValue(load);
  const loaded = pages?.threads.length ?? 0;
  if (loaded === 0 && found === null) return "";
  const filter = filterText(selection.filter, pages?.bounds ?? {}, formats);
  const state = listStateText(viewState(sessions.session, { load, found: null }), load, loaded, formats);
  return [filter, state].filter((text) => text !== "").join(". ");
}

/** How many threads are newer than the last look. */
export function newsBadge({ count, atLeast }: NewThreads["count"], formats: Formats): ViewBadge | undefined {
  if (count === 0) return undefined;
  const text = formats.exact(count);
  const tooltip = atLeast
    ? l10n.t("{0} or more threads updated since you last looked", text)
    : count === 1
      ? l10n.t("1 thread updated since you last looked")
      : l10n.t("{0} threads updated since you last looked", text);
  return { value: count, tooltip };
}

/** What is to be said of a list beside its rows, or in the place of rows that it does not have. */
function listStateText(state: ViewState, load: Load<ThreadPages>, loaded: number, formats: Formats): string {
  if (load.kind === "failed") return faultText(load.fault);
  if (load.kind === "stale") {
    return load.at === null
      ? l10n.t("Incomplete after {0}. {1}", formats.exact(loaded), faultText(load.fault))
      : l10n.t("Not refreshed since {0}. {1}", formats.timeOfDay(load.at), faultText(load.fault));
  }
  if (state === "noMatch") return l10n.t("No thread matches the filter.");
  return state === "empty" ? l10n.t("No threads in this project.") : "";
}
