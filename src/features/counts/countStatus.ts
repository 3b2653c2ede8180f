import {
  type Disposable,
  l10n,
  MarkdownString,
  StatusBarAlignment,
  type StatusBarItem,
  ThemeColor,
  window,
} from "vscode";
import { type StatusItem, statusItem } from "../../core/display.ts";
import type { Formats } from "../../core/format.ts";
import type { ProjectCount } from "../../core/projectCount.ts";
import { addressProblemText, faultText, remedyCommand, remedyTitle } from "../../host/faultText.ts";
import type { SessionStore } from "../../host/sessionStore.ts";

export interface CountStatusParts {
  readonly sessions: SessionStore;
  readonly count: ProjectCount;
  readonly formats: Formats;
}

/** The status bar item with the project's call count. */
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
    ];
    this.#draw();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #draw(): void {
    const { sessions, count, formats } = this.#parts;
    const state = statusItem(sessions.session, count.load);
    if (state === null) {
      this.#item.hide();
      return;
    }
    const { icon, text, spoken } = itemText(state, formats);
    this.#item.text = `$(${icon}) ${text}`;
    this.#item.accessibilityInformation = { label: spoken, role: "button" };
    this.#item.tooltip = tooltip(state, formats);
    this.#item.command = remedyCommand[state.click];
    this.#item.backgroundColor = state.kind === "failed" ? new ThemeColor("statusBarItem.errorBackground") : undefined;
    this.#item.show();
  }
}

interface ItemText {
  readonly icon: string;
  readonly text: string;
  /** What a screen reader says instead: the exact value and its project. */
  readonly spoken: string;
}

function itemText(state: StatusItem, formats: Formats): ItemText {
  const short = (count: number) => (count === 1 ? l10n.t("1 call") : l10n.t("{0} calls", formats.compact(count)));
  switch (state.kind) {
    case "signedOut":
      return { icon: "key", text: l10n.t("Weave: Sign In"), spoken: l10n.t("Weave: signed out. Sign in") };
    case "badAddress": {
      const text = l10n.t("Weave: Address");
      return { icon: "warning", text, spoken: l10n.t("Weave: the service address cannot be used. Change it") };
    }
    case "noProject": {
      const text = l10n.t("Weave: Select Project");
      return { icon: "project", text, spoken: l10n.t("Weave: no project. Select one") };
    }
    case "loading": {
      const text = state.value === null ? l10n.t("Weave") : short(state.value.count);
      return { icon: "loading~spin", text, spoken: l10n.t("Weave: counting the calls of {0}", state.project) };
    }
    case "shown": {
      const exact = formats.exact(state.value.count);
      const text = short(state.value.count);
      return {
        icon: "comment-discussion",
        text,
        spoken: l10n.t("Weave: {0} calls in {1}. Count again", exact, state.project),
      };
    }
    case "stale": {
      const exact = formats.exact(state.value.count);
      const spoken = l10n.t(
        "Weave: {0} calls in {1} when last counted. {2}",
        exact,
        state.project,
        faultText(state.fault),
      );
      return { icon: "history", text: short(state.value.count), spoken };
    }
    case "failed":
      return { icon: "error", text: l10n.t("Weave"), spoken: l10n.t("Weave: {0}", faultText(state.fault)) };
  }
}

function tooltip(state: StatusItem, formats: Formats): MarkdownString {
  const text = new MarkdownString();
  const line = (value: string) => text.appendText(value).appendMarkdown("  \n");
  switch (state.kind) {
    case "signedOut":
      return line(l10n.t("Sign in to see how many calls your project has."));
    case "badAddress":
      return line(l10n.t("The service address in the settings cannot be used. {0}", addressProblemText(state.problem)));
    case "noProject":
      return line(l10n.t("Select a project to see how many calls it has."));
    case "loading":
    case "shown":
    case "stale":
    case "failed":
      break;
  }
  line(state.sample ? l10n.t("{0} (sample data)", state.project) : state.project);
  if (state.kind !== "failed" && state.value !== null) {
    const { count, storageSize } = state.value;
    line(count === 1 ? l10n.t("1 call") : l10n.t("{0} calls", formats.exact(count)));
    line(l10n.t("Stored: {0}", storageSize === null ? l10n.t("unknown") : formats.size(storageSize)));
  }
  if ((state.kind === "shown" || state.kind === "stale") && state.at !== null)
    line(l10n.t("Counted {0}", formats.dateTime(state.at)));
  if (state.kind === "loading") line(l10n.t("Counting…"));
  if (state.kind === "stale") line(l10n.t("Not counted again: {0}", faultText(state.fault)));
  if (state.kind === "failed") line(faultText(state.fault));
  line(l10n.t("Click: {0}", state.kind === "shown" ? l10n.t("count again") : remedyTitle(state.click)));
  return text;
}
