import type { Lazy } from "../../core/async/lazy.ts";
import { projectClient } from "../../core/conversations/conversationSources.ts";
import { ServiceError } from "../../core/failures/fault.ts";
import { AgentRoute } from "../../core/port/agentRoute.ts";
import { LazyThreadService, type OpenThreadService } from "../../core/port/lazyThreadService.ts";
import type { ProjectClient } from "../../core/port/projectClient.ts";
import type { CallQuery } from "../../core/query/callQuery.ts";
import type { PortableCount } from "../../core/query/portableQuery.ts";
import { hostOf, isCollector, isOpen, type Session, sameService, sameSession } from "../../core/session/session.ts";
import type { ServiceAccess } from "../../core/settings/serviceUrl.ts";
import type { LocalCollector } from "./localCollector.ts";
import type { SampleWorker } from "./sampleWorker.ts";

/** Creates a client; loads its code at the first call. */
export type OpenService = (access: ServiceAccess) => Promise<OpenThreadService>;

/**
 * The client of the current session, connected at its first request. It is closed when the session changes;
 * if the same session is renewed, requests in progress continue.
 */
export class SessionClient {
  readonly #openService: OpenService;
  readonly #sample: SampleWorker;
  readonly #collector: Lazy<LocalCollector>;
  #session: Session | null = null;
  #service: LazyThreadService | null = null;
  #agentRoute = new AgentRoute();
  /** Clients of the same session with requests in progress. */
  readonly #retired = new Set<LazyThreadService>();

  constructor(openService: OpenService, sample: SampleWorker, collector: Lazy<LocalCollector>) {
    this.#openService = openService;
    this.#collector = collector;
    this.#sample = sample;
    sample.onEnd = () => this.#service?.forget();
  }

  /** Replaces the client by one for `session`; null if no requests can be sent. `key` is the account's. */
  replace(session: Session, key: string | null): { target: ProjectClient | null; closed: Promise<void> } {
    const isSame = this.#session !== null && sameSession(session, this.#session);
    // A service without the Agents API has it in no project: only signing in again asks once more.
    const isKnown = !isSame && this.#session !== null && sameService(session, this.#session);
    this.#agentRoute = new AgentRoute(isKnown ? this.#agentRoute.missing : null);
    const closed = isSame ? this.#retire() : this.close({ keepSample: session.kind === "sample" });
    this.#session = session;
    if (!isOpen(session)) return { target: null, closed };
    const host = hostOf(session);
    const service = new LazyThreadService(() => this.#connect(session, key), host);
    this.#service = service;
    const { project } = session;
    return { target: project === null ? null : projectClient(service, project, this.#agentRoute), closed };
  }

  /** A count as it is sent to the current service. */
  async portableCount(query: CallQuery): Promise<PortableCount> {
    return (await this.#service?.portableCount(query)) ?? { query, rewritten: [] };
  }

  async close({ keepSample }: { keepSample: boolean }): Promise<void> {
    const services = [this.#service, ...this.#retired];
    this.#service = null;
    await Promise.all([...services.map((service) => service?.close()), keepSample ? null : this.#sample.stop()]);
  }

  async #retire(): Promise<void> {
    const service = this.#service;
    this.#service = null;
    if (service === null) return;
    this.#retired.add(service);
    try {
      await service.retire();
    } finally {
      this.#retired.delete(service);
    }
  }

  async #connect(
    session: Extract<Session, { kind: "sample" | "signedIn" }>,
    key: string | null,
  ): Promise<OpenThreadService> {
    if (session.kind === "sample") return this.#openService(await this.#sample.access());
    if (key === null) throw new ServiceError({ kind: "notSignedIn", detail: "no key is kept" });
    const { url, username } = session.account;
    if (isCollector(session.account)) {
      // Its address is the one that has proved to have the key: another program may listen on the account's.
      const address = await (await this.#collector.get()).start();
      if (address === null) throw new ServiceError({ kind: "unreachable", code: "ECONNREFUSED" });
      return this.#openService({ url: address.url, username, password: address.key });
    }
    return this.#openService({ url, username, password: key });
  }
}
