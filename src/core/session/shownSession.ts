import { Observable } from "../async/observable.ts";
import type { ProjectId } from "../query/projectId.ts";
import type { Session } from "./session.ts";

/** What hides names from the window; null if nothing does. */
export type SessionMask = () => {
  session(session: Session): Session;
  revealProject(project: ProjectId): ProjectId;
} | null;

/** The session that requests are sent for, and what a window shows of it. */
export class ShownSession {
  readonly #mask: SessionMask;
  readonly #shown = new Observable<Session | null>(null);
  #real: Session | null = null;

  constructor(mask: SessionMask = () => null) {
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

  /** Called when the session or its key changes. */
  onChange(listener: (session: Session) => void): { dispose(): void } {
    return this.#shown.subscribe((session) => session && listener(session));
  }

  /** Shows the session again, because what hides names has changed. */
  remask(): void {
    this.show(this.#real);
  }

  show(real: Session | null): void {
    this.#real = real;
    this.#shown.value = real && (this.#mask()?.session(real) ?? real);
  }

  /** The project of a name that is shown. */
  named(project: ProjectId): ProjectId {
    return this.#mask()?.revealProject(project) ?? project;
  }
}
