import { redacted } from "../credentials.ts";
import { readProxyAddress } from "../proxyAddress.ts";
import { Masks } from "./masks.ts";
import type { DiagnosticFacts } from "./report.ts";
import { secretForms } from "./secrets.ts";

/** The user name that every key of W&B goes by: it tells nothing. */
const commonUsername = "api";

/** How a report words what may be private. Secrets are left out of every word. */
export interface ReportWords {
  project(id: string): string;
  user(name: string): string;
  /** Of a service address that can be read. */
  address(url: string): string;
  /** A route, or a host with its port. */
  route(name: string): string;
  /** A stranger's word, such as a type of error or a host. */
  text(text: string): string;
  /** A stranger's sentence, in which anything may stand. */
  foreign(text: string): string;
}

export function reportWords(facts: DiagnosticFacts, masked: boolean): ReportWords {
  const { session, key, network, requests } = facts;
  const account = session?.kind === "signedIn" ? session.account : null;
  const secrets = secretForms(account === null || key === null ? null : { username: account.username, key }, network);
  const clean = (text: string) => redacted(text, secrets);
  const serviceHost = account === null ? null : new URL(account.url).hostname;
  if (!masked) {
    return { project: clean, user: clean, address: clean, route: clean, text: clean, foreign: clean };
  }
  const masks = new Masks();
  if (serviceHost !== null) masks.of("host", serviceHost);
  if (session !== null && session.project !== null) noteProject(masks, session.project);
  if (account !== null && account.username !== commonUsername) masks.of("user", account.username);
  for (const text of [network.proxy, network.environment.httpsProxy, network.environment.httpProxy]) {
    const address = text === null ? "" : readProxyAddress(text, null);
    if (typeof address !== "string") masks.of("host", new URL(address.origin).hostname);
  }
  for (const recent of facts.recentProjects) noteProject(masks, recent);
  for (const { url, username, project } of facts.accounts) {
    masks.of("host", new URL(url).hostname);
    if (username !== commonUsername) masks.of("user", username);
    if (project !== null) noteProject(masks, project);
  }
  // Tens of thousands may be on screen, and a report tells but few.
  const told = requests.flatMap(({ outcome, cause }) => [...textsIn(outcome), cause ?? ""]).join("\n");
  for (const id of facts.ids) if (told.includes(id)) masks.of("id", id);
  const route = (name: string) => {
    const [, words = "", place = ""] = /^(.* )?(\S+)$/.exec(name) ?? [];
    const [, host, port = ""] = /^(.+)(:\d+)$/.exec(place) ?? [];
    return host === undefined ? clean(name) : `${words}${masks.of("host", host)}${port}`;
  };
  // Before any text, in which they may stand.
  for (const entry of requests) route(entry.route);
  return {
    project: (id) => masks.of("project", id),
    user: (name) => (name === commonUsername ? name : masks.of("user", name)),
    address: (url) => {
      const { protocol, hostname, port, pathname } = new URL(url);
      const path = pathname === "/" || pathname === "/traces" ? pathname : `/${masks.of("text", pathname)}`;
      return `${protocol}//${masks.of("host", hostname)}${port === "" ? "" : `:${port}`}${path}`;
    },
    route,
    text: (text) => masks.text(clean(text)),
    foreign: (text) => `[${[...text].length} characters left out]`,
  };
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Its parts are known, too: an op's ref or a link holds them apart. */
function noteProject(masks: Masks, project: string): void {
  masks.of("project", project);
  for (const part of project.split("/")) masks.of("project", part);
}
