import * as l10n from "@vscode/l10n";
import {
  type Command,
  type Disposable,
  MarkdownString,
  StatusBarAlignment,
  type StatusBarItem,
  ThemeColor,
  window,
} from "vscode";
import { allCalls } from "../../core/counts/callCondition.ts";
import type { CallCount } from "../../core/counts/callQuery.ts";
import { conditionsText, countText, storageText } from "../../core/counts/conditionText.ts";
import type { ProjectCount } from "../../core/counts/projectCount.ts";
import { isExact } from "../../core/counts/savedCount.ts";
import type { SavedCounts } from "../../core/counts/savedCounts.ts";
import { type StatusCount, type StatusItem, statusItem } from "../../core/display.ts";
import { addressProblemText, faultText } from "../../core/failures/faultText.ts";
import { remedyTitle } from "../../core/failures/remedyTitle.ts";
import { heldText } from "../../core/session/heldText.ts";
import type { Formats } from "../../core/text/format.ts";
import { labelText } from "../../core/text/labelText.ts";
import { visibleCut, visibleText } from "../../core/text/visibleText.ts";
import { remedyCommand } from "../../host/remedyCommand.ts";
import type { SessionStore } from "../../host/sessionStore.ts";

/** The status bar is shared. */
const longestName = 20;

export interface CountStatusParts {
  readonly sessions: SessionStore;
  readonly count: ProjectCount;
  readonly saved: SavedCounts;
  readonly formats: Formats;
}

/** The status bar item with the project's call count, or with the saved count that was put in its place. */
export class CountStatus implements Disposable {
  readonly #parts: CountStatusParts;
  readonly #item: StatusBarItem;
  readonly #subscriptions: readonly Disposable[];

  constructor(parts: CountStatusParts) {
    this.#parts = parts;
    this.#item = window.createStatusBarItem("weaveThreads.count", StatusBarAlignment.Left);
    this.#item.name = l10n.t("Weave Call Count");
    this.#subscriptions = [
      this.#item,
      parts.sessions.onChange(() => this.#draw()),
      parts.count.subscribe(() => this.#draw()),
      parts.saved.subscribe(() => this.#draw()),
    ];
    this.#draw();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #draw(): void {
    const { sessions, count, saved, formats } = this.#parts;
    const shown = saved.inStatusBar;
    const state = statusItem(sessions.session, shown?.load ?? count.load, shown?.saved ?? null);
    if (state === null) {
      this.#item.hide();
      return;
    }
    const { icon, text, spoken } = itemText(state, formats);
    this.#item.text = `$(${icon}) ${text}`;
    this.#item.accessibilityInformation = { label: spoken, role: "button" };
    this.#item.tooltip = tooltip(state, formats);
    this.#item.command = clickCommand(state);
    this.#item.backgroundColor = state.kind === "failed" ? new ThemeColor("statusBarItem.errorBackground") : undefined;
    this.#item.show();
  }
}

/** A saved count is changed as such. */
function clickCommand(state: StatusItem): Command {
  const title = remedyTitle(state.click);
  if (state.click === "changeCount" && state.saved !== null) {
    return { title, command: "weaveThreads.editCount", arguments: [{ id: state.saved.id }] };
  }
  const { command, arguments: given = [] } = remedyCommand[state.click];
  return { title, command, arguments: [...given] };
}

interface ItemText {
  readonly icon: string;
  readonly text: string;
  /** What a screen reader says instead: the exact value and its project. */
  readonly spoken: string;
}

function itemText(state: StatusItem, formats: Formats): ItemText {
  switch (state.kind) {
    case "signedOut":
      return { icon: "key", text: l10n.t("Weave: Sign In"), spoken: l10n.t("Weave: signed out. Sign in") };
    case "badAddress": {
      const text = l10n.t("Weave: Address");
      return { icon: "warning", text, spoken: l10n.t("Weave: the service address cannot be used. Change it") };
    }
    case "held":
      return state.reason === "restricted"
        ? {
            icon: "shield",
            text: l10n.t("Weave: Load Threads"),
            spoken: l10n.t("Weave: Restricted Mode. Load threads"),
          }
        : {
            icon: "key",
            text: l10n.t("Weave: Use API Key"),
            spoken: l10n.t("Weave: API key not in use. Use it in this container"),
          };
    case "noProject": {
      const text = l10n.t("Weave: Select Project");
      return { icon: "project", text, spoken: l10n.t("Weave: no project. Select one") };
    }
    case "loading":
      return {
        icon: "loading~spin",
        text: shortText(state, state.value, formats),
        spoken:
          state.saved === null
            ? l10n.t("Weave: counting the calls of {0}", state.project)
            : l10n.t("Weave: counting {0} in {1}", visibleText(state.saved.name), state.project),
      };
    case "shown":
      return {
        icon: "comment-discussion",
        text: shortText(state, state.value, formats),
        spoken: l10n.t("Weave: {0} in {1}. Count again", exactText(state, state.value, formats), state.project),
      };
    case "stale": {
      const spoken = l10n.t(
        "Weave: {0} in {1} when last counted. {2}",
        exactText(state, state.value, formats),
        state.project,
        faultText(state.fault),
      );
      return { icon: "history", text: shortText(state, state.value, formats), spoken };
    }
    case "failed":
      return {
        icon: "error",
        text: shortText(state, null, formats),
        spoken:
          state.saved === null
            ? l10n.t("Weave: {0}", faultText(state.fault))
            : l10n.t("Weave: {0}. {1}", visibleText(state.saved.name), faultText(state.fault)),
      };
  }
}

/** `1.2K calls`, `errors: 12`, `errors: 100+` where counting stopped at a limit. */
function shortText({ saved }: StatusCount, value: CallCount | null, formats: Formats): string {
  if (saved === null) {
    if (value === null) return l10n.t("Weave");
    return value.count === 1 ? l10n.t("1 call") : l10n.t("{0} calls", formats.compact(value.count));
  }
  const name = labelText(visibleCut(saved.name, longestName));
  if (value === null) return l10n.t("{0}: –", name);
  const count = formats.compact(value.count);
  return isExact(value, saved.conditions) ? l10n.t("{0}: {1}", name, count) : l10n.t("{0}: {1}+", name, count);
}

/** `1,234 calls`, `errors, 12 calls` */
function exactText({ saved }: StatusCount, value: CallCount, formats: Formats): string {
  const calls = countText(value, saved?.conditions ?? allCalls, formats);
  return saved === null ? calls : l10n.t("{0}, {1}", visibleText(saved.name), calls);
}

function tooltip(state: StatusItem, formats: Formats): MarkdownString {
  const text = new MarkdownString();
  const line = (value: string) => text.appendText(value).appendMarkdown("  \n");
  switch (state.kind) {
    case "signedOut":
      return line(l10n.t("Sign in to see how many calls your project has."));
    case "badAddress":
      return line(l10n.t("The service address in the settings cannot be used. {0}", addressProblemText(state.problem)));
    case "held":
      line(heldText(state.reason));
      return line(l10n.t("Click: {0}", remedyTitle(state.click)));
    case "noProject":
      return line(l10n.t("Select a project to see how many calls it has."));
    case "loading":
    case "shown":
    case "stale":
    case "failed":
      break;
  }
  const { saved } = state;
  if (saved !== null) {
    line(visibleText(saved.name));
    line(l10n.t("Counted: {0}", conditionsText(saved.conditions, formats)));
  }
  line(state.sample ? l10n.t("{0} (sample data)", state.project) : state.project);
  if (state.kind !== "failed" && state.value !== null) {
    line(countText(state.value, saved?.conditions ?? allCalls, formats));
    const { storageSize } = state.value;
    const stored =
      saved === null
        ? l10n.t("Stored: {0}", storageSize === null ? l10n.t("unknown") : formats.size(storageSize))
        : storageText(state.value, saved.conditions, formats);
    if (stored !== undefined) line(stored);
  }
  if ((state.kind === "shown" || state.kind === "stale") && state.at !== null)
    line(l10n.t("Counted {0}", formats.dateTime(state.at)));
  if (state.kind === "loading") line(l10n.t("Counting…"));
  if (state.kind === "stale") line(l10n.t("Not counted again: {0}", faultText(state.fault)));
  if (state.kind === "failed") line(faultText(state.fault));
  line(l10n.t("Click: {0}", state.kind === "shown" ? l10n.t("count again") : remedyTitle(state.click)));
  return text;
}
