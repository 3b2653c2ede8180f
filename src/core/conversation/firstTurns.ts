import type { Call } from "../calls/call.ts";
import type { PageState } from "./page.ts";

/** Turns that fill a screen and the next, about. */
const mostAhead = 8;

/** As many as a page draws without a person noticing. */
const mostAtFirst = 40;

type Listed = Pick<PageState, "turns" | "progress">;

/**
 * The turns that will be read first, whose documents can be asked for while the page is still being loaded: from `sought`
 * on, else from the beginning. None while the list may still change that.
 */
export function turnsAhead({ turns, progress }: Listed, sought: string | null): readonly string[] {
  const from = sought === null ? 0 : turns.findIndex(({ id }) => id === sought);
  const ahead = from === -1 ? [] : turns.slice(from, from + mostAhead);
  return ahead.length < mostAhead && progress === "loading" ? [] : ahead.map(({ id }) => id);
}

/**
 * What a page that has just begun is told of a long list: its beginning, to be drawn before the rest comes; null for a
 * list that is told whole.
 */
export function beginning<T extends Listed>(state: T): (T & { readonly turns: readonly Call[] }) | null {
  return state.turns.length <= mostAtFirst
    ? null
    : { ...state, turns: state.turns.slice(0, mostAtFirst), progress: "loading" };
}
