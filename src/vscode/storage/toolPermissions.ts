import type { Memento } from "vscode";
import type { ProjectId } from "../../core/query/projectId.ts";
import { isOpen, type Reader, sameReader, sameSession } from "../../core/session/session.ts";

/** A project of a service; `service` is its base URL, or `sample:`. */
export interface ServiceProject {
  readonly service: string;
  readonly project: ProjectId;
}

const key = "toolPermissions";

/** Questions that are remembered. */
const mostQuestions = 100;

/**
 * The projects that the user lets agents read in this workspace, and the open questions about them.
 *
 * VS Code does not report that the user declined. But it prepares each invocation before it makes it, so a question counts
 * only for the invocation that it was asked for: preparing the next one with the same input drops it. Questions about
 * other inputs stay, because an agent may wait for several. Changes of the session and of privacy mode drop them.
 */
export class ToolPermissions {
  readonly #workspace: Memento;
  /** By name and input of the invocation. */
  readonly #questions = new Map<string, string>();
  #reader: Reader | null = null;

  constructor(workspaceState: Memento) {
    this.#workspace = workspaceState;
  }

  has(place: ServiceProject): boolean {
    return this.#names.includes(this.#nameOf(place));
  }

  /** An invocation begins; `asked` is what the user is asked about, null for nothing. */
  prepare(invocation: string, requested: ServiceProject | null): void {
    this.#questions.delete(invocation);
    const [oldest] = this.#questions.keys();
    if (oldest !== undefined && this.#questions.size >= mostQuestions) this.#questions.delete(oldest);
    if (requested !== null) this.#questions.set(invocation, this.#nameOf(requested));
  }

  /** An invocation is made: the user has agreed to its question, if there was one. */
  async make(invocation: string, place: ServiceProject): Promise<void> {
    const requested = this.#questions.get(invocation);
    this.#questions.delete(invocation);
    // Service and project may have changed since the question was asked.
    if (requested !== this.#nameOf(place) || this.has(place)) return;
    await this.#workspace.update(key, [...this.#names, requested]);
  }

  /** The session or its key may have changed. Permissions end with the key, as every key of W&B has the same user name. */
  async follow(session: Reader["session"], mark: Reader["mark"]): Promise<void> {
    const before = this.#reader;
    if (before !== null && !sameSession(before.session, session)) this.dropQuestions();
    // Its account is not known yet.
    if (session.kind === "held") return;
    this.#reader = { session, mark };
    if (before === null ? !isOpen(session) : !sameReader(before, this.#reader)) await this.reset();
  }

  async reset(): Promise<void> {
    this.dropQuestions();
    await this.#workspace.update(key, undefined);
  }

  dropQuestions(): void {
    this.#questions.clear();
  }

  get #names(): readonly unknown[] {
    const names = this.#workspace.get<unknown>(key);
    return Array.isArray(names) ? names : [];
  }

  /** With the mark of the key, which may have changed while this window was closed. */
  #nameOf({ service, project }: ServiceProject): string {
    return JSON.stringify([service, project, this.#reader?.mark ?? ""]);
  }
}
