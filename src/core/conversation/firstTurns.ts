import type { Call } from "../calls/call.ts";
import type { PageState } from "./protocol.ts";

/** Turns that fill about two screens. */
const mostAhead = 8;

/** As many turns as a page draws without a noticeable delay. */
const mostAtFirst = 40;

type Listed = Pick<PageState, "turns" | "progress">;

/**
 * The turns that will be read first, whose documents can be requested while the page is still loading: from `sought`
 * on, otherwise from the start. None while the list may still change that.
 */
export function turnsAhead({ turns, progress }: Listed, sought: string | null): readonly string[] {
  const from = sought === null ? 0 : turns.findIndex(({ id }) => id === sought);
  const ahead = from === -1 ? [] : turns.slice(from, from + mostAhead);
  return ahead.length < mostAhead && progress === "loading" ? [] : ahead.map(({ id }) => id);
}

/**
 * The start of a long list, sent to a new page first, so that it is drawn before the rest arrives; null for a
 * list that is sent at once.
 */
export function beginning<T extends Listed>(state: T): (T & { readonly turns: readonly Call[] }) | null {
  return state.turns.length <= mostAtFirst
    ? null
    : { ...state, turns: state.turns.slice(0, mostAtFirst), progress: "loading" };
}
