import {
  commands,
  type Disposable,
  env,
  type LogOutputChannel,
  l10n,
  QuickInputButtons,
  type QuickPick,
  window,
} from "vscode";
import { allCalls, type CallConditions } from "../../core/counts/callCondition.ts";
import { CallCounter } from "../../core/counts/callCounter.ts";
import { changeCondition } from "../../core/counts/conditionChange.ts";
import { type SavedCount, sameConditions } from "../../core/counts/savedCount.ts";
import type { SavedCounts } from "../../core/counts/savedCounts.ts";
import type { Formats } from "../../core/format.ts";
import { shownValue } from "../../core/load.ts";
import type { ProjectId } from "../../core/session/projectId.ts";
import type { Target } from "../../core/target.ts";
import { inBackground } from "../../host/commands.ts";
import { takeRemedy } from "../../host/faultNotice.ts";
import type { StepResult } from "../../host/quickInput.ts";
import type { BoxAction, BoxItem } from "./boxItem.ts";
import { type ConditionField, fieldOf } from "./conditionField.ts";
import { askAnyCondition, askConditionAt, askConditionOn, type ConditionSteps } from "./conditionSteps.ts";
import { LastingPick } from "./lastingPick.ts";
import { askLimit } from "./limitStep.ts";
import { askName } from "./nameStep.ts";
import { resultItems } from "./resultItems.ts";
import { presetConditions, startItems } from "./startItems.ts";

/** What was counted before, by project, the latest first. */
export interface RecentCounts {
  recent(project: ProjectId): readonly CallConditions[];
  add(project: ProjectId, conditions: CallConditions): Promise<void>;
}

export interface CountBoxParts {
  readonly target: Target;
  /** Whether the numbers are made up. */
  readonly sample: boolean;
  readonly recent: RecentCounts;
  readonly saved: SavedCounts;
  readonly formats: Formats;
  readonly log: LogOutputChannel;
}

/** The box that counts calls: one page to choose what to count, one for the count and what to change about it. */
export class CountBox implements Disposable {
  readonly #parts: CountBoxParts;
  readonly #frame: LastingPick<BoxItem>;
  readonly #pick: QuickPick<BoxItem>;
  readonly #counter: CallCounter;
  readonly #subscriptions: readonly Disposable[];
  #saved: SavedCount | null = null;
  #counting: Promise<void> = Promise.resolve();
  /** What is drawn next is another page, or the count of another question: reading starts at its top. */
  #fresh = true;

  constructor(parts: CountBoxParts) {
    this.#parts = parts;
    this.#counter = new CallCounter(parts.target, Date.now);
    this.#frame = new LastingPick(() => this.#end());
    this.#pick = this.#frame.pick;
    this.#pick.title = l10n.t("Count Calls · {0}", this.#project);
    this.#pick.matchOnDescription = true;
    this.#subscriptions = [
      this.#counter.subscribe(() => this.#draw()),
      this.#pick.onDidAccept(() => this.#take(this.#pick.selectedItems[0]?.action)),
      this.#pick.onDidTriggerItemButton(({ item }) => this.#remove(item.action)),
      this.#pick.onDidTriggerButton((button) => {
        if (button === QuickInputButtons.Back) this.showStart();
      }),
    ];
    this.#draw();
  }

  /** Puts the box away; a request under way is given up. */
  dispose(): void {
    this.#frame.dispose();
  }

  /** Shows the page with what can be counted. */
  showStart(): void {
    this.#remember();
    this.#saved = null;
    this.#pick.value = "";
    this.#fresh = true;
    this.#counter.clear();
    this.#draw();
    this.#pick.show();
  }

  /** Counts, and shows that. `saved` is the saved count that these conditions come from. */
  showCount(conditions: CallConditions, saved: SavedCount | null = this.#saved): void {
    this.#saved = saved;
    this.#pick.value = "";
    this.#fresh = true;
    this.#pick.show();
    this.#counting = this.#count(conditions);
    inBackground(this.#counting, this.#parts.log);
  }

  /** Asks for a condition on one field, the page behind it, and counts by it. */
  async ask(field: ConditionField): Promise<void> {
    await this.#change((steps) => askConditionOn(field, steps));
  }

  get #project(): string {
    const { target, sample } = this.#parts;
    return sample ? l10n.t("{0} (sample data)", target.project) : target.project;
  }

  #draw(): void {
    if (this.#frame.ended) return;
    const { target, recent, saved, formats } = this.#parts;
    const { conditions, load } = this.#counter;
    const pick = this.#pick;
    const [active] = pick.activeItems;
    const moved = !this.#fresh && active !== undefined && pick.items.indexOf(active) > 0;
    this.#fresh = false;
    pick.busy = load.kind === "loading";
    pick.buttons = conditions === null ? [] : [QuickInputButtons.Back];
    pick.placeholder = conditions === null ? l10n.t("Which calls to count") : l10n.t("What to do with the count");
    pick.items =
      conditions === null
        ? startItems(recent.recent(target.project), saved.list(), formats)
        : resultItems({ conditions, load, project: this.#project, saved: this.#saved }, formats);
    const again = moved ? pick.items.find((item) => sameAction(item.action, active.action)) : undefined;
    if (again !== undefined) pick.activeItems = [again];
  }

  #take(action: BoxAction | undefined): void {
    if (action !== undefined) inBackground(this.#do(action), this.#parts.log);
  }

  async #do(action: BoxAction): Promise<void> {
    const conditions = this.#counter.conditions ?? allCalls;
    switch (action.kind) {
      case "nothing":
        return;
      case "count":
        return this.showCount(action.conditions, action.saved ?? null);
      case "ask":
        return this.ask(action.field);
      case "addCondition":
        return this.#change(askAnyCondition);
      case "edit": {
        const condition = conditions.conditions[action.index];
        // An expression is changed where it can be written.
        if (condition === undefined || fieldOf(condition) === null) return this.#openFile(conditions);
        return this.#change((steps) => askConditionAt(action.index, steps));
      }
      case "limit": {
        const limit = await this.#frame.ask(() => askLimit(conditions.limit));
        if (limit !== undefined) this.showCount({ ...conditions, limit });
        return;
      }
      case "storage":
        return this.showCount({ ...conditions, includeStorageSize: !conditions.includeStorageSize });
      case "copy":
        return this.#copy();
      case "save":
        return this.#save(conditions);
      case "saveChanges":
        return this.#saveChanges(conditions);
      case "openFile":
        return this.#openFile(conditions);
      case "recount":
        return this.showCount(conditions);
      case "remedy":
        this.#pick.hide();
        return takeRemedy(action.remedy);
      case "sendBy":
        await takeRemedy(action.remedy);
        return this.showCount(conditions);
    }
  }

  #remove(action: BoxAction): void {
    const { conditions } = this.#counter;
    if (conditions === null) return;
    if (action.kind === "limit") this.showCount({ ...conditions, limit: null });
    if (action.kind === "edit") this.showCount(changeCondition(conditions, action.index, null));
  }

  async #change(ask: (steps: ConditionSteps) => Promise<StepResult<CallConditions>>): Promise<void> {
    const { target, formats } = this.#parts;
    const conditions = this.#counter.conditions ?? allCalls;
    const changed = await this.#frame.ask(() => ask({ conditions, project: target.project, formats }));
    if (changed !== undefined) this.showCount(changed);
  }

  async #count(conditions: CallConditions): Promise<void> {
    try {
      await this.#counter.count(conditions);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  async #copy(): Promise<void> {
    await this.#counting;
    const count = shownValue(this.#counter.load);
    if (count === null || this.#frame.ended) return;
    this.#pick.hide();
    await env.clipboard.writeText(String(count.count));
    window.setStatusBarMessage(l10n.t("Count copied"), 3000);
  }

  async #save(conditions: CallConditions): Promise<void> {
    const { saved, formats } = this.#parts;
    const names = saved.list().map(({ name }) => name);
    const name = await this.#frame.ask(() => askName(conditions, names, formats));
    if (name === undefined) return;
    const id = await saved.add(name, conditions);
    this.#saved = saved.list().find((count) => count.id === id) ?? null;
    this.#draw();
    window.setStatusBarMessage(l10n.t("Count saved"), 3000);
  }

  async #saveChanges(conditions: CallConditions): Promise<void> {
    const before = this.#saved;
    if (before === null) return;
    const found = await this.#parts.saved.edit(before.id, conditions);
    const id = found ? before.id : await this.#parts.saved.add(before.name, conditions);
    this.#saved = { ...before, id, conditions };
    this.#draw();
    window.setStatusBarMessage(l10n.t("Count saved"), 3000);
  }

  async #openFile(conditions: CallConditions): Promise<void> {
    this.#pick.hide();
    await commands.executeCommand("weaveThreads.newCountFile", conditions);
  }

  #end(): void {
    this.#remember();
    this.#counter.clear();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Keeps what was counted in the end: the steps towards it are no question of their own. */
  #remember(): void {
    const { conditions, load } = this.#counter;
    if (conditions === null || load.kind !== "shown") return;
    if (presetConditions.some((preset) => sameConditions(preset, conditions))) return;
    const { recent, target, log } = this.#parts;
    inBackground(recent.add(target.project, conditions), log);
  }
}

function sameAction(a: BoxAction, b: BoxAction): boolean {
  return a.kind === b.kind && JSON.stringify(a) === JSON.stringify(b);
}
