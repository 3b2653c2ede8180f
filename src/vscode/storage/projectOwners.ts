import { serviceOf } from "../../core/conversation/conversationAddress.ts";
import type { RememberedAccount } from "../../core/session/accounts.ts";
import type { Session } from "../../core/session/session.ts";
import { textIn } from "../../core/text/json.ts";
import type { SharedMemory } from "./memory.ts";

const ownersKey = "projectOwners";

/** The service of each project whose state is stored by the name of the project alone. */
export class ProjectOwners {
  readonly #shared: SharedMemory;
  #owners: unknown;

  constructor(shared: SharedMemory) {
    this.#shared = shared;
  }

  /**
   * The name under which the state of a session's project is stored, after `prepare`; null without a service or a project.
   * Earlier versions stored it by the name of the project alone. It stays there, as that of one service: of the remembered
   * account whose project it is, the latest first, else of the first service under which the project is opened.
   */
  placeOf(session: Session): string | null {
    const service = serviceOf(session);
    const { project } = session;
    if (service === null || project === null) return null;
    return textIn(this.#owners, project) === service ? project : `${service}/${project}`;
  }

  /** Stores the owners of projects that have none yet, one window at a time: see `placeOf`. An owner never changes. */
  async claim(session: Session | null, accounts: readonly RememberedAccount[]): Promise<void> {
    const service = session && serviceOf(session);
    const claims = accounts.map(({ project, url }) => [project, url] as const);
    if (session !== null && service !== null) claims.push([session.project, service]);
    const found = Object.fromEntries(claims.toReversed().filter(([project]) => project !== null));
    const owners = (stored: unknown) => ({ ...found, ...(typeof stored === "object" && stored) });
    const before = this.#shared.get(ownersKey);
    this.#owners = owners(before);
    if (Object.keys(found).every((project) => textIn(before, project) !== undefined)) return;
    const claimed = this.#shared.update(ownersKey, (stored) => {
      this.#owners = owners(stored);
      return this.#owners;
    });
    // What cannot be written is the same in the next window, and a folder that cannot be written is reported with each change.
    await claimed.catch(() => undefined);
  }
}
