import { Observable } from "../async/observable.ts";
import type { ProjectId } from "../query/projectId.ts";
import { type Session, sameSession } from "./session.ts";

/** What hides names from the window; null if nothing does. */
export type SessionMask = () => {
  session(session: Session): Session;
  revealProject(project: ProjectId): ProjectId;
} | null;

/** A session, and the key of its account; null in any other. */
export interface Derived {
  readonly session: Session;
  readonly key: string | null;
  /** Called before it is shown. */
  readonly onShow?: () => void;
}

/** The session that requests are sent for, and what a window shows of it: derived again after each change. */
export class DerivedSession {
  readonly #derive: () => Promise<Derived>;
  readonly #mask: SessionMask;
  readonly #shown = new Observable<Session | null>(null);
  #real: Session | null = null;
  #key: string | null = null;
  #readings = 0;
  #writes = 0;
  #changes = 0;
  /** Listeners are notified even if the session is the same. */
  #renewed = false;

  constructor(derive: () => Promise<Derived>, mask: SessionMask = () => null) {
    this.#derive = derive;
    this.#mask = mask;
  }

  /** The session as it is shown. Null until known. */
  get session(): Session | null {
    return this.#shown.value;
  }

  /** The session that requests are sent for. */
  get real(): Session | null {
    return this.#real;
  }

  get key(): string | null {
    return this.#key;
  }

  /** The number of changes made in this window. */
  get changes(): number {
    return this.#changes;
  }

  /** Called when the session or its key changes. */
  onChange(listener: (session: Session) => void): { dispose(): void } {
    return this.#shown.subscribe((session) => session && listener(session));
  }

  /** Shows the session again, because what hides names has changed. */
  remask(): void {
    this.#show(this.#real);
  }

  /** Resolves to the session if it is shown again: with `renewed`, even if it is the same. Null if nothing changes. */
  async read({ renewed = false } = {}): Promise<Session | null> {
    if (renewed) this.#renewed = true;
    if (this.#writes > 0) return null;
    this.#readings += 1;
    const [reading, changes] = [this.#readings, this.#changes];
    const { session, key, onShow } = await this.#derive();
    // A change made meanwhile reads again itself.
    if (reading !== this.#readings || changes !== this.#changes) return null;
    const same = this.#real !== null && sameSession(session, this.#real) && key === this.#key;
    if (same && !this.#renewed) return null;
    this.#renewed = false;
    onShow?.();
    this.#key = key;
    this.#show(session);
    return session;
  }

  /**
   * Makes a change that writes to several places: the session is derived once by `read`, at the end, not from a partial
   * state. Resolves to the result of `change`: whether the session is to be renewed.
   */
  async write(change: () => Promise<boolean>, read: (options: { renewed: boolean }) => Promise<void>) {
    this.#writes += 1;
    this.#changes += 1;
    let renewed = true;
    try {
      renewed = await change();
    } finally {
      this.#writes -= 1;
      await read({ renewed });
    }
    return renewed;
  }

  /** The project of a name that is shown. */
  named(project: ProjectId): ProjectId {
    return this.#mask()?.revealProject(project) ?? project;
  }

  #show(real: Session | null): void {
    this.#real = real;
    this.#shown.value = real && (this.#mask()?.session(real) ?? real);
  }
}
