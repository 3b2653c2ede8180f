/** The state of a turn to reveal. */
export interface Seen {
  /** Whether the turn was sent to the page. */
  readonly isShown: (turnId: string) => boolean;
  readonly isListed: (turnId: string) => boolean;
  /** Whether more turns may still arrive. */
  readonly loading: boolean;
}

/** A turn to reveal, and a call in it to mark; null for none. */
export interface Sought {
  readonly turnId: string;
  readonly callId: string | null;
}

/** A turn to reveal: once, as soon as the page has it, or never if it is not listed. */
export class SoughtTurn {
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
