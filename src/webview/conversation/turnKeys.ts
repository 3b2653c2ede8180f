import type { PageMemory } from "../../core/conversation/page.ts";
import type { TurnList } from "./turnList.ts";

/** J or Alt+Down goes to the next turn, K or Alt+Up to the one before. */
export function turnKeys(
  turns: HTMLElement,
  place: () => PageMemory["at"],
  list: TurnList,
): (event: KeyboardEvent) => void {
  return (event) => {
    const step = stepOf(event);
    if (step === 0) return;
    const focused = document.activeElement?.closest("article.turn") ?? null;
    const topmost = list.get(place()?.turnId ?? "")?.article ?? null;
    const from = focused ?? topmost;
    const next = focused === null && step > 0 && isAtTop(topmost) ? topmost : beside(from, step);
    if (!(next instanceof HTMLElement) || !turns.contains(next)) return;
    event.preventDefault();
    next.scrollIntoView({ block: "start" });
    next.focus({ preventScroll: true });
  };
}

function stepOf({ key, altKey, ctrlKey, metaKey, shiftKey, target }: KeyboardEvent): -1 | 0 | 1 {
  if (ctrlKey || metaKey || shiftKey || (target instanceof HTMLElement && target.isContentEditable)) return 0;
  if (altKey) return key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  return key === "j" ? 1 : key === "k" ? -1 : 0;
}

function beside(article: Element | null, step: -1 | 1): Element | null {
  return (step > 0 ? article?.nextElementSibling : article?.previousElementSibling) ?? null;
}

/** Nobody has gone to the first turn yet. */
function isAtTop(article: Element | null): boolean {
  return article !== null && article.previousElementSibling === null && window.scrollY === 0;
}
