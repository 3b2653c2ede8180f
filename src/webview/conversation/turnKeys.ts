import type { ScrollPosition } from "./scrollPosition.ts";
import type { TurnColumn } from "./turnColumn.ts";

/** J or Alt+Down goes to the next turn, K or Alt+Up to the previous one. */
export function turnKeys(turns: TurnColumn, place: ScrollPosition): (event: KeyboardEvent) => void {
  return (event) => {
    const step = stepOf(event);
    if (step === 0) return;
    const focused = document.activeElement?.closest("article.turn") ?? null;
    const topmost = turns.get(place.current()?.turnId ?? "")?.article ?? null;
    const isFresh = focused === null && topmost?.previousElementSibling === null && window.scrollY === 0;
    const next = turns.of(isFresh && step > 0 ? topmost : beside(focused ?? topmost, step));
    if (next === undefined) return;
    event.preventDefault();
    place.keep({ turnId: next.id, offset: 0 });
    next.article.focus({ preventScroll: true });
  };
}

function stepOf({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): -1 | 0 | 1 {
  if (ctrlKey || metaKey || shiftKey) return 0;
  const [next, previous] = altKey ? ["ArrowDown", "ArrowUp"] : ["j", "k"];
  return key === next ? 1 : key === previous ? -1 : 0;
}

function beside(article: Element | null, step: -1 | 1): Element | null {
  return (step > 0 ? article?.nextElementSibling : article?.previousElementSibling) ?? null;
}
