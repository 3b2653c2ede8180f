import type { Memento } from "vscode";
import type { ProjectId } from "../../core/session/projectId.ts";

/** A project of a service; `service` is its base URL, or `sample:`. */
export interface ServiceProject {
  readonly service: string;
  readonly project: ProjectId;
}

const key = "toolPermissions";

/** The projects that the user lets agents read in this workspace. */
export class ToolPermissions {
  readonly #workspace: Memento;

  constructor(workspaceState: Memento) {
    this.#workspace = workspaceState;
  }

  has(place: ServiceProject): boolean {
    return this.#names.includes(nameOf(place));
  }

  async add(place: ServiceProject): Promise<void> {
    if (!this.has(place)) await this.#workspace.update(key, [...this.#names, nameOf(place)]);
  }

  async reset(): Promise<void> {
    await this.#workspace.update(key, undefined);
  }

  get #names(): readonly unknown[] {
    const names = this.#workspace.get<unknown>(key);
    return Array.isArray(names) ? names : [];
  }
}

function nameOf({ service, project }: ServiceProject): string {
  return JSON.stringify([service, project]);
}
