import * as l10n from "@vscode/l10n";
import { type Disposable, QuickInputButtons, type QuickPick } from "vscode";
import { type BoxAction, countBoxPlaceholder, startRows, typedConditions } from "../../core/counts/box/boxRow.ts";
import { resultRows } from "../../core/counts/box/resultRows.ts";
import { allCalls, type CallConditions, changeCondition } from "../../core/counts/callCondition.ts";
import { CallCounter } from "../../core/counts/callCounter.ts";
import { fieldOf } from "../../core/counts/conditionField.ts";
import { countName } from "../../core/counts/countName.ts";
import type { SavedCount } from "../../core/counts/savedCount.ts";
import type { ProjectClient } from "../../core/port/projectClient.ts";
import { dataOf, type Session } from "../../core/session/session.ts";
import { projectText } from "../../core/session/sessionText.ts";
import { configuredClient } from "../../vscode/storage/settings.ts";
import { inBackground } from "../../vscode/ui/commands.ts";
import { takeAction } from "../../vscode/ui/faultNotice.ts";
import type { StepResult } from "../../vscode/ui/quickInput.ts";
import type { App } from "../app.ts";
import { type BoxItem, boxItem, drawPage } from "./boxPage.ts";
import { askName } from "./conditionInputs.ts";
import { askAnyCondition, askCondition, askPart, type ConditionSteps } from "./conditionSteps.ts";
import { KeptCount } from "./keptCount.ts";
import { LastingPick } from "./lastingPick.ts";
import { opSuggestions } from "./opInput.ts";
import type { CountsParts } from "./register.ts";

/** The box for counting calls: a page to select what to count, and one with the count and its conditions. */
export class CountBox implements Disposable {
  readonly #parts: CountsParts;
  readonly #target: ProjectClient;
  readonly #project: string;
  readonly #frame: LastingPick<BoxItem>;
  readonly #pick: QuickPick<BoxItem>;
  readonly #counter: CallCounter;
  readonly #kept: KeptCount;
  readonly #subscriptions: readonly Disposable[];
  /** The next update shows another page or another count: scroll to the top. */
  #fresh = true;

  constructor(parts: CountsParts, target: ProjectClient, session: Session | null) {
    this.#parts = parts;
    this.#target = target;
    this.#project = projectText(target.project, dataOf(session));
    this.#counter = new CallCounter(target, Date.now);
    this.#kept = new KeptCount(parts);
    this.#frame = new LastingPick(() => this.#end());
    this.#pick = this.#frame.pick;
    this.#pick.title = l10n.t("Count Calls · {0}", this.#project);
    this.#pick.matchOnDescription = true;
    this.#subscriptions = [
      this.#counter.subscribe(() => this.#draw()),
      this.#pick.onDidChangeValue(() => {
        if (this.#counter.conditions === null) this.#draw();
      }),
      this.#pick.onDidAccept(() => {
        const [item] = this.#pick.selectedItems;
        if (item !== undefined) inBackground(this.#do(item.action), parts.log);
      }),
      this.#pick.onDidTriggerItemButton(({ item }) => this.#remove(item.action)),
      this.#pick.onDidTriggerButton((button) => {
        if (button === QuickInputButtons.Back) this.showStart();
      }),
    ];
    this.#draw();
  }

  /** Closes the box and cancels a pending request. */
  dispose(): void {
    this.#frame.dispose();
  }

  /** Shows the start page. */
  showStart(): void {
    this.#remember();
    this.#kept.origin = null;
    this.#pick.value = "";
    this.#fresh = true;
    this.#counter.clear();
    this.#draw();
    this.#pick.show();
  }

  /** Counts and shows the result. `saved` is the saved count of these conditions. */
  showCount(requested: CallConditions, saved: SavedCount | null = this.#kept.origin): void {
    const conditions = this.#parts.privacy.value?.conditions(requested) ?? requested;
    this.#kept.origin = saved;
    this.#pick.value = "";
    this.#fresh = true;
    this.#pick.show();
    const counting = this.#counter.count(conditions).catch((error: unknown) => {
      this.dispose();
      throw error;
    });
    inBackground(counting, this.#parts.log);
  }

  #draw(): void {
    if (this.#frame.ended) return;
    const { saved, formats } = this.#parts;
    const { conditions, load } = this.#counter;
    const first = conditions === null;
    const page = {
      busy: load.kind === "loading",
      back: !first,
      placeholder: countBoxPlaceholder(first ? "start" : "result"),
      items: (first
        ? startRows(this.#kept.recent(), saved.list(), formats, typedConditions(this.#pick.value, this.#target.project))
        : resultRows(
            { conditions, load, project: this.#project, saved: this.#kept.origin, client: configuredClient() },
            formats,
          )
      ).map(boxItem),
    };
    drawPage(this.#pick, page, this.#fresh);
    this.#fresh = false;
  }

  async #do(action: BoxAction): Promise<void> {
    const conditions = this.#counter.conditions ?? allCalls;
    switch (action.kind) {
      case "nothing":
        return;
      case "count":
        return this.showCount(action.conditions, action.saved ?? null);
      case "ask":
        return this.#change((steps) => askPart(action.field, steps));
      case "addCondition":
        return this.#change(askAnyCondition);
      case "edit": {
        const condition = conditions.conditions[action.index];
        // Expressions are edited in a count file.
        const field = condition === undefined ? null : fieldOf(condition);
        if (field === null) return this.#leave(({ newCountFile }) => newCountFile(conditions));
        return this.#change((steps) => askCondition(field, action.index, steps));
      }
      case "limit":
        return this.#change((steps) => askPart("limit", steps));
      case "storage":
        return this.showCount({ ...conditions, includeStorageSize: !conditions.includeStorageSize });
      case "save":
        return this.#save(conditions);
      case "saveChanges":
        await this.#kept.saveChanges(conditions);
        return this.#draw();
      case "showCalls":
        return this.#leave((app) => app.showCalls(conditions));
      case "recount":
        return this.showCount(conditions);
      case "action":
        this.#pick.hide();
        return takeAction(action.action);
      case "sendBy":
        await takeAction(action.action);
        return this.showCount(conditions);
    }
  }

  #remove(action: BoxAction): void {
    const { conditions } = this.#counter;
    if (conditions === null) return;
    if (action.kind === "storage") this.showCount({ ...conditions, includeStorageSize: false });
    if (action.kind === "limit") this.showCount({ ...conditions, limit: null });
    if (action.kind === "edit") this.showCount(changeCondition(conditions, action.index, null));
  }

  async #change(ask: (steps: ConditionSteps) => Promise<StepResult<CallConditions>>): Promise<void> {
    const { formats } = this.#parts;
    const conditions = this.#counter.conditions ?? allCalls;
    const { project } = this.#target;
    const suggest = opSuggestions(this.#parts, project, this.#kept.recent());
    const changed = await this.#frame.ask(() => ask({ conditions, project, suggest, formats }));
    if (changed !== undefined) this.showCount(changed);
  }

  async #save(conditions: CallConditions): Promise<void> {
    const { saved, formats } = this.#parts;
    const names = saved.list().map(({ name }) => name);
    const proposed = countName(conditions, formats);
    const name = await this.#frame.ask(() => askName(proposed, names, { canGoBack: true }));
    if (name === undefined) return;
    await this.#kept.save(name, conditions);
    this.#draw();
  }

  async #leave(next: (app: App) => Promise<void>): Promise<void> {
    this.#pick.hide();
    await next(this.#parts.app);
  }

  #end(): void {
    this.#remember();
    this.#counter.clear();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #remember(): void {
    this.#kept.remember(this.#counter.conditions, this.#counter.load);
  }
}
