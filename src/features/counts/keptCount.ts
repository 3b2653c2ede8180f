import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import type { LoadState } from "../../core/async/loadState.ts";
import type { CallConditions } from "../../core/counts/callCondition.ts";
import { countPresetName } from "../../core/counts/countName.ts";
import type { SavedCount } from "../../core/counts/savedCount.ts";
import type { CallCount } from "../../core/query/callQuery.ts";
import { inBackground } from "../../vscode/ui/commands.ts";
import type { CountsParts } from "./register.ts";

const noticeMs = 3000;

/** Persists the count in the box: as a saved count on request, as a recent count automatically. */
export class KeptCount {
  readonly #parts: CountsParts;
  readonly #place: string | null;
  /** The saved count of the conditions; null if none. */
  origin: SavedCount | null = null;

  constructor(parts: CountsParts) {
    this.#parts = parts;
    this.#place = parts.project.place;
  }

  async save(name: string, conditions: CallConditions): Promise<void> {
    const { saved } = this.#parts;
    const id = await saved.add(name, conditions);
    this.#saved(saved.list().find((count) => count.id === id) ?? null);
  }

  recent(): readonly CallConditions[] {
    return this.#place === null ? [] : this.#parts.preferences.counts.recentCounts(this.#place);
  }

  /** Updates the saved count; saves it again if another window removed it. */
  async saveChanges(conditions: CallConditions): Promise<void> {
    const before = this.origin;
    if (before === null) return;
    const { saved } = this.#parts;
    const found = await saved.edit(before.id, { conditions });
    const id = found ? before.id : await saved.add(before.name, conditions);
    this.#saved({ ...before, id, conditions });
  }

  /** Stores only the final count, without intermediate conditions. */
  remember(conditions: CallConditions | null, load: LoadState<CallCount>): void {
    if (this.#place === null || conditions === null || load.kind !== "shown") return;
    if (countPresetName(conditions) !== undefined) return;
    const { preferences, log } = this.#parts;
    inBackground(preferences.counts.addRecentCount(this.#place, conditions), log);
  }

  #saved(count: SavedCount | null): void {
    this.origin = count;
    window.setStatusBarMessage(l10n.t("Count saved"), noticeMs);
  }
}
