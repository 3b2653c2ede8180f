import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import { menuArgument } from "../../core/conversations/menuArgument.ts";
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
import { ServiceError } from "../../core/failures/fault.ts";
import { sourceOf } from "../../core/port/conversationSource.ts";
import { backgroundClient, type ProjectClient } from "../../core/port/projectClient.ts";
import { conversationKinds, keyText } from "../../core/query/conversationKey.ts";
import type { ConversationSummary } from "../../core/query/thread.ts";
import { showNoThread } from "../../vscode/ui/commands.ts";
import { askText } from "../../vscode/ui/quickInput.ts";
import type { PinsParts } from "./register.ts";

/** Requests the pinned conversations after each load of the list, over all time, in one request for each kind. */
export class PinnedThreads {
  readonly #parts: PinsParts;
  #controller = new AbortController();
  /** The target and the time of the load that the rows were last requested after. */
  #after: { readonly target: ProjectClient; readonly at: number | null; readonly pins: string } | null = null;

  constructor(parts: PinsParts) {
    this.#parts = parts;
  }

  /** Requests what is due; what was shown stays if the request fails. */
  async check(): Promise<void> {
    const { threads, project } = this.#parts;
    const { target, load } = threads;
    if (target === null || load.kind !== "shown") return;
    const pins = this.#pins;
    const due = { target, at: load.at, pins: JSON.stringify(formatPins(pins)) };
    const before = this.#after;
    if (before?.target === target && before.at === due.at && before.pins === due.pins) return;
    this.#after = due;
    this.#controller.abort();
    this.#controller = new AbortController();
    try {
      const found = await conversationsOf(pins, backgroundClient(target), this.#controller.signal);
      if (threads.target !== target || this.#after !== due) return;
      threads.above = [...found.values()];
      project.pinned.value = pins.map((pin) => ({ ...pin, thread: found.get(keyText(pin.key)) ?? null }));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // What is shown stays; the next change of the list asks again.
      this.#after = null;
    }
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
    const pins = project.place === null ? [] : readPins(preferences.marks.pins(project.place));
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
    await this.#parts.preferences.marks.changePins(place, (stored) => {
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

async function conversationsOf(
  pins: readonly Pin[],
  target: ProjectClient,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ConversationSummary>> {
  const found = new Map<string, ConversationSummary>();
  const requests = conversationKinds.map(async (kind) => {
    const threadIds = pins.flatMap(({ key }) => (key.kind === kind ? key.id : []));
    if (threadIds.length === 0) return;
    const rows = sourceOf({ kind }, target)?.list({ threadIds, limit: threadIds.length }, target, signal) ?? [];
    for await (const batch of rows) for (const thread of batch) found.set(keyText(thread), thread);
  });
  await Promise.all(requests);
  return found;
}
