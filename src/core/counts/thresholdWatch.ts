import { faultOf } from "../async/loadState.ts";
import type { Observable } from "../async/observable.ts";
import { Poller, type PollerOptions, type PollState } from "../async/poller.ts";
import { worstOf } from "../failures/fault.ts";
import type { SavedCounts } from "./savedCounts.ts";
import { passedCounts } from "./threshold.ts";
import type { ShownCount } from "./watchedCounts.ts";

/** Seconds between checks without Follow, which checks them with everything else. */
const interval = 300;

export interface ThresholdWatchOptions extends Pick<PollerOptions, "clock" | "focus" | "onBug"> {
  readonly saved: SavedCounts;
  readonly following: Observable<PollState>;
  /** IDs of the counts of a place that were already reported as above their threshold. */
  readonly store: {
    passedCounts(place: string): readonly string[];
    setPassedCounts(place: string, ids: readonly string[]): Promise<void>;
  };
  readonly onPassed: (count: ShownCount) => void;
}

/** Checks the counts with a threshold while the window is focused, and reports each once when it passes. */
export class ThresholdWatch {
  readonly #options: ThresholdWatchOptions;
  readonly #poller: Poller;
  readonly #subscriptions: readonly { dispose(): void }[];
  /** The counts by ID, as they were when their values were checked. */
  readonly #checked = new Map<string, ShownCount>();

  constructor(options: ThresholdWatchOptions) {
    const { clock, focus, saved, following, onBug } = options;
    this.#options = options;
    this.#poller = new Poller({
      ...{ clock, focus, onBug },
      interval: () => (this.#isDue ? interval : 0),
      refresh: async () => worstOf((await saved.poll()).map(faultOf)),
    });
    this.#subscriptions = [
      this.#poller,
      saved.subscribe(() => this.#check()),
      following.subscribe(() => this.#poller.update()),
    ];
    this.#check();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  get #isDue(): boolean {
    const { saved, following } = this.#options;
    return following.value === "off" && saved.list().some(({ threshold }) => threshold !== undefined);
  }

  #check(): void {
    const { saved, store, onPassed, onBug } = this.#options;
    const { place } = saved;
    if (place !== null) {
      const before = new Set(store.passedCounts(place));
      const { passed, notified } = passedCounts(saved.shown.filter(this.#isNew), before);
      for (const count of saved.shown) if (count.load.kind === "shown") this.#checked.set(count.saved.id, count);
      if (notified.size !== before.size || passed.length > 0) store.setPassedCounts(place, [...notified]).catch(onBug);
      for (const count of passed) onPassed(count);
    }
    this.#poller.update();
  }

  /** A value that was checked before is not checked again: another window may have reported a later one. */
  readonly #isNew = ({ saved: { id, threshold }, load }: ShownCount): boolean => {
    const before = this.#checked.get(id);
    return before?.load !== load || before.saved.threshold?.above !== threshold?.above;
  };
}
