import * as l10n from "@vscode/l10n";
import { faultOf, shownValue } from "../async/loadState.ts";
import type { PollState } from "../async/poller.ts";
import type { ConversationListing } from "../conversations/conversationPages.ts";
import { agentFilterTexts, filterText, idsText, totalsText } from "../conversations/filterText.ts";
import type { NewThreads } from "../conversations/newThreads.ts";
import { shortSortText } from "../conversations/sortText.ts";
import type { ThreadList } from "../conversations/threadList.ts";
import { isSameFilter, type ThreadFilter } from "../conversations/threadSelection.ts";
import type { ThreadTurns } from "../conversations/threadTurns.ts";
import { serviceText } from "../failures/connectionText.ts";
import { faultText, limitText } from "../failures/faultText.ts";
import { shortRange } from "../input/rangeText.ts";
import type { ServiceStanding } from "../requests/serviceStanding.ts";
import { dataOf, hostOf, isOpen, type Session } from "../session/session.ts";
import type { Formats } from "../text/format.ts";
import { plural } from "../text/plural.ts";
import { sentences } from "../text/sentences.ts";
import { plainText } from "../text/visibleText.ts";
import { viewState } from "./display.ts";
import { followText } from "./follow.ts";

export interface ThreadViewTextParts {
  readonly sessions: { readonly session: Session | null };
  readonly threads: Pick<ThreadList, "load" | "listing" | "selection" | "found" | "onlyErrors">;
  readonly turns: Pick<ThreadTurns, "canBeShown">;
  readonly following: { readonly value: PollState };
  readonly project: { readonly defaultFilter: ThreadFilter };
  readonly standing: Pick<ServiceStanding, "value">;
  readonly formats: Formats;
}

/** The description next to the view's title. */
export function aboutText({ sessions, threads, following, formats }: ThreadViewTextParts): string {
  const { session } = sessions;
  if (session === null || !isOpen(session) || session.project === null) return "";
  const pages = shownValue(threads.load);
  const { threads: loaded = [], ended = false } = pages ?? {};
  const { filter, sort } = threads.selection;
  // First what changes: the title's buttons cut off the rest in a side bar of usual width.
  const about = loaded.length === 0 ? [] : [`${formats.exact(loaded.length)}${ended ? "" : "+"}`];
  const host = viewState(session, threads).startsWith("failed.") ? faultOf(threads.load)?.host : undefined;
  // The welcome content of a failure cannot name it.
  if (host !== undefined) about.push(plainText(host));
  about.push(shortRange(filter.time));
  if (following.value !== "off") about.push(followText(following.value));
  if (threads.onlyErrors) about.push(l10n.t("errors only"));
  about.push(...agentFilterTexts(filter), ...idsText(filter, formats), shortSortText(sort), session.project);
  const data = dataOf(session);
  if (data !== null) about.push(data === "sample" ? l10n.t("sample") : l10n.t("local"));
  const totals = pages === null ? "" : totalsText(pages, formats);
  if (totals !== "") about.push(totals);
  return about.join(" · ");
}

/** The message above the rows. VS Code shows no welcome content next to a message, so it is only used with rows. */
export function messageText(parts: ThreadViewTextParts): string {
  const { sessions, threads, turns, standing, project, formats } = parts;
  const { load, listing, selection, found } = threads;
  const pages = shownValue(load);
  const loaded = pages?.threads.length ?? 0;
  const { limitedUntil } = standing.value;
  const host = hostOf(sessions.session);
  const isLimited = limitedUntil !== null && (load.kind === "loading" || faultOf(load)?.kind === "rateLimited");
  // Without rows, the welcome content is shown instead.
  if (found === null && loaded === 0 && !isLimited) return "";
  // A row shows any other filter than the default, which needs no mention unless it is known to hide a thread.
  const isHiding = found !== null && isSameFilter(selection.filter, project.defaultFilter);
  const filter = isHiding ? filterText(selection.filter, pages?.bounds ?? {}, formats) : "";
  const state = viewState(sessions.session, { load, listing, found: null });
  return sentences(
    filter,
    listing.reach === "unknown"
      ? l10n.t("Showing all threads. Filtering by errors is not supported by {0}.", serviceText(host))
      : errorsText(listing, formats),
    turns.canBeShown ? "" : l10n.t("Conversations are not supported by {0}.", serviceText(host)),
    load.kind === "loading" ? (limitText({ until: limitedUntil, formats }, host) ?? "") : "",
    load.kind === "failed" && found === null ? faultText(load.fault, { until: limitedUntil, formats }) : "",
    state === "noMatch" ? l10n.t("No conversations match the filter.") : "",
    state === "empty" ? l10n.t("No conversations in this project.") : "",
  );
}

/** How many threads have errors, of which; empty where others are listed, too. */
export function errorsText({ reach, threads, checked }: ConversationListing, formats: Formats): string {
  const found = formats.exact(threads.length);
  if (reach === "known") return l10n.t("{0} with errors", found);
  return reach === "checked" ? l10n.t("{0} with errors of {1} checked", found, formats.exact(checked)) : "";
}

/** How many threads are newer than the last look. */
export function newsBadge({ count, atLeast }: NewThreads["count"], formats: Formats) {
  if (count === 0) return undefined;
  const text = formats.exact(count);
  const tooltip = atLeast
    ? l10n.t("{0} or more threads updated since you last looked", text)
    : plural(
        count,
        l10n.t("1 thread updated since you last looked"),
        l10n.t("{0} threads updated since you last looked", text),
      );
  return { value: count, tooltip };
}
