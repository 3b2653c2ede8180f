import type { Call } from "../query/call.ts";
import { isLarge } from "./drawing/turnText.ts";
import type { Part } from "./partState.ts";
import type { PageState, TurnDocuments } from "./protocol.ts";

/** Turns that fill about two screens. */
const mostAhead = 8;

/** As many turns as a page draws without a noticeable delay. */
const mostAtFirst = 40;

type Listed = Pick<PageState, "turns" | "progress">;

/**
 * The turns that will be read first, whose documents can be requested while the page is still loading: from `sought`
 * on, otherwise from the start. None while the list may still change that.
 */
export function turnsAhead({ turns, progress }: Listed, wanted: string | null): readonly string[] {
  const from = wanted === null ? 0 : turns.findIndex(({ id }) => id === wanted);
  const ahead = from === -1 ? [] : turns.slice(from, from + mostAhead);
  return ahead.length < mostAhead && progress === "loading" ? [] : ahead.map(({ id }) => id);
}

/** The start of a long list, sent to a new page first, so that it is drawn before the rest; null for a short list. */
export function beginning<T extends Listed>(state: T): (T & { readonly turns: readonly Call[] }) | null {
  const { turns } = state;
  return turns.length <= mostAtFirst ? null : { ...state, turns: turns.slice(0, mostAtFirst), progress: "loading" };
}

/** What was sent to a page since it started: it is not sent again. */
export class SentTurns {
  #turns: readonly Call[] = [];
  #ids: ReadonlySet<string> = new Set();
  readonly #large = new Map<string, Part<TurnDocuments>>();

  get isEmpty(): boolean {
    return this.#turns.length === 0;
  }

  has(turnId: string): boolean {
    return this.#ids.has(turnId);
  }

  /** How many of the first turns to send the page already has. */
  notify(turns: readonly Call[]): number {
    const first = turns.findIndex((turn, at) => !isSame(turn, this.#turns[at]));
    this.#turns = turns;
    this.#ids = new Set(turns.map(({ id }) => id));
    return first === -1 ? turns.length : first;
  }

  /** Whether a page still has the documents of a turn that were sent, as it keeps large ones. */
  keeps(turn: Call, part: Part<TurnDocuments>): boolean {
    return isLarge(turn) && this.#large.get(turn.id) === part;
  }

  postDocuments(turn: Call, part: Part<TurnDocuments>): void {
    if (part.kind === "shown" && isLarge(turn)) this.#large.set(turn.id, part);
    else this.#large.delete(turn.id);
  }
}

function isSame(a: Call, b: Call | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** A turn to reveal, and a call and a text in it to mark; null for none. */
export interface RevealTarget {
  readonly turnId: string;
  readonly callId: string | null;
  readonly find: string | null;
}

/** The state of a turn to reveal. */
interface Seen {
  /** Whether the turn was sent to the page. */
  readonly isShown: (turnId: string) => boolean;
  readonly isListed: (turnId: string) => boolean;
  /** Whether more turns may still arrive. */
  readonly loading: boolean;
}

/** A turn to reveal: once, as soon as the page has it, or never if it is not listed. */
export class TargetTurn {
  #turnId: string | null = null;

  seek(turnId: string): void {
    this.#turnId = turnId;
  }

  /** Null if there is none. */
  get turnId(): string | null {
    return this.#turnId;
  }

  /** The next step; null for nothing, or nothing yet. */
  next({ isShown, isListed, loading }: Seen): { readonly kind: "reveal" | "missing"; readonly turnId: string } | null {
    const turnId = this.#turnId;
    if (turnId === null) return null;
    const shown = isShown(turnId);
    if (!shown && (loading || isListed(turnId))) return null;
    this.#turnId = null;
    return { kind: shown ? "reveal" : "missing", turnId };
  }
}

/** The foremost of several tabs; undefined if there is none. */
export function foremost<P extends { readonly active: boolean; readonly visible: boolean }>(
  panels: Iterable<P>,
): P | undefined {
  const all = [...panels];
  return all.find(({ active }) => active) ?? all.find(({ visible }) => visible) ?? all.at(-1);
}
