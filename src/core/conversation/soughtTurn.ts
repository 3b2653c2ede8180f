/** What is known of the turns where one is sought. */
export interface Seen {
  /** Whether the page has been told of a turn. */
  readonly isShown: (turnId: string) => boolean;
  readonly isListed: (turnId: string) => boolean;
  /** Whether more turns may be listed in a moment. */
  readonly loading: boolean;
}

/** A turn to bring into view, and a call in it to mark there; null for none. */
export interface Sought {
  readonly turnId: string;
  readonly callId: string | null;
}

/** A turn that is to be brought into view: once, as soon as the page has it, or never where it is not listed. */
export class SoughtTurn {
  #turnId: string | null = null;

  seek(turnId: string): void {
    this.#turnId = turnId;
  }

  /** Null where none is sought. */
  get turnId(): string | null {
    return this.#turnId;
  }

  /** What is to be done about it; null for nothing, or nothing yet. */
  next({ isShown, isListed, loading }: Seen): { readonly kind: "reveal" | "missing"; readonly turnId: string } | null {
    const turnId = this.#turnId;
    if (turnId === null) return null;
    const shown = isShown(turnId);
    if (!shown && (loading || isListed(turnId))) return null;
    this.#turnId = null;
    return { kind: shown ? "reveal" : "missing", turnId };
  }
}

/** Of several tabs, the one that a person has before them; undefined where there is none. */
export function foremost<P extends { readonly active: boolean; readonly visible: boolean }>(
  panels: Iterable<P>,
): P | undefined {
  const all = [...panels];
  return all.find(({ active }) => active) ?? all.find(({ visible }) => visible) ?? all.at(-1);
}
