import { faultOf } from "../async/loadState.ts";
import type { Observable } from "../async/observable.ts";
import { Poller, type PollerOptions, type PollState } from "../async/poller.ts";
import { worstOf } from "../failures/fault.ts";
import type { SavedCounts } from "./savedCounts.ts";
import { passedCounts } from "./threshold.ts";
import type { ShownCount } from "./watchedCounts.ts";

/** Seconds between checks without Follow, which checks them with everything else. */
const interval = 300;

interface ThresholdWatchOptions extends Pick<PollerOptions, "clock" | "focus" | "onBug"> {
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
export function thresholdWatch(options: ThresholdWatchOptions): { dispose(): void } {
  const { clock, focus, saved, following, store, onPassed, onBug } = options;
  /** The counts by ID, as they were when their values were checked. */
  const checked = new Map<string, ShownCount>();
  const hasThreshold = () => saved.list().some(({ threshold }) => threshold !== undefined);
  const poller = new Poller({
    ...{ clock, focus, onBug },
    interval: () => (following.value === "off" && hasThreshold() ? interval : 0),
    refresh: async () => worstOf((await saved.poll()).map(faultOf)),
  });
  // A value that was checked before is not checked again: another window may have reported a later one.
  const isNew = ({ saved: { id, threshold }, load }: ShownCount) => {
    const before = checked.get(id);
    return before?.load !== load || before.saved.threshold?.above !== threshold?.above;
  };
  const check = () => {
    const { place } = saved;
    if (place !== null) {
      const before = new Set(store.passedCounts(place));
      const { passed, notified } = passedCounts(saved.shown.filter(isNew), before);
      for (const count of saved.shown) if (count.load.kind === "shown") checked.set(count.saved.id, count);
      if (notified.size !== before.size || passed.length > 0) store.setPassedCounts(place, [...notified]).catch(onBug);
      for (const count of passed) onPassed(count);
    }
    poller.update();
  };
  const subscriptions = [poller, saved.subscribe(check), following.subscribe(() => poller.update())];
  check();
  return { dispose: () => subscriptions.forEach((each) => void each.dispose()) };
}
