import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import { menuArgument } from "../../core/conversations/menuArgument.ts";
import { PinnedConversations } from "../../core/conversations/pinnedConversations.ts";
import {
  formatPins,
  longestPinNote,
  mostPins,
  type Pin,
  readPins,
  withoutPin,
  withPin,
} from "../../core/conversations/pins.ts";
import { unfiltered } from "../../core/conversations/threadSelection.ts";
import { keyText } from "../../core/query/conversationKey.ts";
import { showNoThread } from "../../vscode/ui/commands.ts";
import { askText } from "../../vscode/ui/quickInput.ts";
import type { PinsParts } from "./register.ts";

/** The pinned conversations on top of the list, and the commands that change them. */
export class PinnedThreads {
  readonly #parts: PinsParts;
  readonly #conversations = new PinnedConversations();

  constructor(parts: PinsParts) {
    this.#parts = parts;
  }

  /** Requests what is due; what was shown stays if the request fails. */
  async check(): Promise<void> {
    const { threads, project } = this.#parts;
    const pins = this.#pins;
    const found = await this.#conversations.due(threads, pins);
    if (found === null) return;
    threads.above = [...found.values()];
    project.pinned.value = pins.map((pin) => ({ ...pin, thread: found.get(keyText(pin.key)) ?? null }));
  }

  /** Pins the conversation of a row, or changes its note. */
  async pin(given: readonly unknown[]): Promise<void> {
    const { conversation: key } = menuArgument(given[0]);
    const { place } = this.#parts.project;
    if (key === undefined || place === null) return showNoThread(given);
    const known = this.#pins.find((each) => keyText(each.key) === keyText(key));
    const result = await askText({
      title: known === undefined ? l10n.t("Pin") : l10n.t("Edit Pin Note"),
      prompt: l10n.t("Note (optional). Pins and their notes are kept on this machine only."),
      value: known?.note ?? "",
      validate: (text) =>
        text.trim().length <= longestPinNote ? undefined : l10n.t("Enter at most {0} characters.", longestPinNote),
    });
    if (result.kind !== "accepted") return;
    const isKept = await this.#change(place, (pins) => withPin(pins, { key, note: result.value.trim() }));
    if (!isKept) window.showInformationMessage(l10n.t("At most {0} conversations can be pinned.", mostPins));
  }

  async unpin(given: readonly unknown[]): Promise<void> {
    const { conversation: key } = menuArgument(given[0]);
    const { place } = this.#parts.project;
    if (key === undefined || place === null) return showNoThread(given);
    await this.#change(place, (pins) => withoutPin(pins, key));
  }

  get #pins(): readonly Pin[] {
    const { preferences, project, privacy } = this.#parts;
    const pins = project.place === null ? [] : readPins(preferences.pins(project.place));
    const mask = privacy.value;
    if (mask === null) return pins;
    // Notes say what IDs do not.
    return pins.map(({ key: { kind, id } }) => {
      const [hidden = ""] = mask.filter({ ...unfiltered, kind, threadIds: [id] }).threadIds;
      return { key: { kind, id: hidden }, note: "" };
    });
  }

  /** Resolves to false if there are too many. */
  async #change(place: string, edit: (pins: readonly Pin[]) => readonly Pin[] | null): Promise<boolean> {
    let isKept = false;
    await this.#parts.preferences.changePins(place, (stored) => {
      const edited = edit(readPins(stored));
      isKept = edited !== null;
      return edited === null ? undefined : formatPins(edited);
    });
    // From what is known, however long the request takes.
    const { project, threads } = this.#parts;
    const known = new Map(project.pinned.value.map((each) => [keyText(each.key), each.thread]));
    project.pinned.value = this.#pins.map((pin) => ({
      ...pin,
      thread: threads.threadOf(pin.key) ?? known.get(keyText(pin.key)) ?? null,
    }));
    await this.check();
    return isKept;
  }
}
