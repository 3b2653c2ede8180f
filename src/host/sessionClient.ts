import { ServiceError } from "../core/fault.ts";
import { LazyThreadService, type OpenThreadService } from "../core/lazyThreadService.ts";
import type { ServiceAccess } from "../core/session/serviceAccess.ts";
import type { Session } from "../core/session/session.ts";
import type { Target } from "../core/target.ts";
import type { SampleWorker } from "./sampleWorker.ts";

/** Makes a client; loads its code when first called. */
export type OpenService = (access: ServiceAccess) => Promise<OpenThreadService>;

/** The client of the current session, connected at its first request and closed when the session changes. */
export class SessionClient {
  readonly #openService: OpenService;
  readonly #sample: SampleWorker;
  #service: LazyThreadService | null = null;

  constructor(openService: OpenService, sample: SampleWorker) {
    this.#openService = openService;
    this.#sample = sample;
    sample.onEnd = () => this.#service?.forget();
  }

  /** Closes the client and makes the one for `session`; null where there is nothing to ask. `key` is the account's. */
  replace(session: Session, key: string | null): { target: Target | null; closed: Promise<void> } {
    const closed = this.close({ keepSample: session.kind === "sample" });
    if (session.kind === "signedOut") return { target: null, closed };
    const service = new LazyThreadService(() => this.#connect(session, key));
    this.#service = service;
    const { project } = session;
    return { target: project === null ? null : { service, project }, closed };
  }

  async close({ keepSample }: { keepSample: boolean }): Promise<void> {
    const service = this.#service;
    this.#service = null;
    await Promise.all([service?.close(), keepSample ? null : this.#sample.stop()]);
  }

  async #connect(session: Exclude<Session, { kind: "signedOut" }>, key: string | null): Promise<OpenThreadService> {
    if (session.kind === "sample") return this.#openService(await this.#sample.access());
    if (key === null) throw new ServiceError({ kind: "notSignedIn", detail: "no key is kept" });
    const { url, username } = session.account;
    return this.#openService({ url, username, password: key });
  }
}
