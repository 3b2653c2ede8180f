import type { LoadState } from "../async/loadState.ts";
import { timePresets } from "../input/timeRange.ts";
import { parseSort } from "../query/threadQuery.ts";
import { figures, type RequestEntry } from "../requests/requestEntry.ts";
import type { Session } from "../session/session.ts";
import { readProxyAddress } from "../settings/credentials.ts";
import type { NetworkSettings } from "../settings/network.ts";
import { parseServiceAddress, publicServiceUrl, sampleAddress } from "../settings/serviceUrl.ts";
import { visibleCut } from "../text/visibleText.ts";
import { type ReportWords, reportWords } from "./reportWords.ts";

export interface DiagnosticFacts {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Of the extension, VS Code, Node and the machine, by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** VS Code's name for the kind of remote machine, in a browser its host; null if there is none. */
  readonly remote: string | null;
  /** The effective settings of this extension, by name without the section. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly network: NetworkSettings;
  readonly session: Session | null;
  /** The key of the signed-in account, so that it can be redacted. */
  readonly key: string | null;
  /** The oldest first. */
  readonly requests: readonly RequestEntry[];
  /** The loading states of the views, by name; `rows` is null if the value has none. */
  readonly loads: Readonly<Record<string, Pick<LoadState<unknown>, "kind"> & { readonly rows: number | null }>>;
}

/** A report in Markdown for a bug report, without secrets, projects, hosts, users or text from the service. */
export function diagnosticReport(facts: DiagnosticFacts): string {
  const words = reportWords(facts);
  const { versions, remote, network, session, requests, loads } = facts;
  const entries = (record: Readonly<Record<string, string>>) =>
    Object.entries(record).map(([name, text]) => `${name}: ${text}`);
  const settings = Object.entries(facts.settings).map(
    ([name, value]) => `weaveThreads.${name}: ${settingText(name, value, words)}`,
  );
  const loaded = Object.entries(loads).map(
    ([name, { kind, rows }]) => `${name}: ${rows === null ? kind : `${kind}, ${rows} loaded`}`,
  );
  return [
    "# Weave Threads: diagnostics",
    "Projects, hosts and users are redacted. Keys, passwords and text from the service are left out. Read the report before you share it.",
    new Date(facts.at).toISOString(),
    ...section("Versions", [...entries(versions), `Remote: ${remote === null ? "none" : words.remote(remote)}`]),
    ...section("Session", sessionLines(session, words)),
    ...section("Network", networkLines(network, requests.at(-1) ?? null, words.route)),
    ...section("Settings", settings),
    ...section("On screen", loaded),
    ...section(
      `Last ${requests.length} requests`,
      requests.map((entry) => requestText(entry, words)),
    ),
    ...section("Errors", faultLines(requests, words)),
    "",
  ].join("\n");
}

function sessionLines(session: Session | null, words: ReportWords): readonly string[] {
  if (session === null) return ["unknown"];
  const { kind, project } = session;
  const lines = [`Kind: ${kind}`, `Project: ${project === null ? "none" : words.project(project)}`];
  if (session.kind === "signedOut" && session.problem !== null)
    lines.push(
      session.problem === "keyUnreadable" ? "API key: unreadable" : `Service URL: not valid (${session.problem})`,
    );
  if (session.kind === "signedIn") {
    lines.push(`Service URL: ${words.address(session.account.url)}`, `User: ${words.user(session.account.username)}`);
  }
  return lines;
}

function requestText(entry: RequestEntry, words: ReportWords): string {
  const { at, outcome } = entry;
  const end = typeof outcome === "string" ? outcome : outcome.kind;
  return `${new Date(at).toISOString()} ${figures({ ...entry, route: words.route(entry.route) })}, ${end}`;
}

function faultLines(requests: readonly RequestEntry[], words: ReportWords): readonly string[] {
  return requests.flatMap(({ at, outcome }) =>
    typeof outcome === "string" ? [] : [`${new Date(at).toISOString()} ${words.fault(outcome)}`],
  );
}

/** A setting or an error may be of any length. */
const longestLine = 4000;

/** Fenced, so that nothing in it is rendered as Markdown. */
function section(title: string, lines: readonly string[]): readonly string[] {
  const text = lines.length === 0 ? ["none"] : lines.map((line) => visibleCut(line, longestLine));
  const runs = text.flatMap((line) => line.match(/`+/g) ?? []);
  const fence = "`".repeat(runs.reduce((longest, { length }) => Math.max(longest, length), 2) + 1);
  return ["", `## ${title}`, `${fence}text`, ...text, fence];
}

/**
 * The route of the last request and the network settings, a line each. User names, passwords, header values
 * and lists of hosts are left out. `last` is null before the first request; `place` formats a route or a host and port.
 */
export function networkLines(
  settings: NetworkSettings,
  last: Pick<RequestEntry, "route" | "routeReason"> | null,
  place: (name: string) => string,
): readonly string[] {
  const { client, proxySupport, proxy, noProxy, proxyAuthorization, environment } = settings;
  const { strictTls, systemCertificates, timeout } = settings;
  const isSet = (set: boolean) => (set ? "set" : "not set");
  const proxyText = (text: string | null) => {
    const address = text === null ? null : readProxyAddress(text, null);
    return address === null || typeof address === "string" ? isSet(text !== null) : place(address.name);
  };
  return [
    `Route: ${last === null ? "no requests yet" : `${place(last.route)} (${last.routeReason})`}`,
    `HTTP client: ${client === "own" ? "built-in" : "VS Code"}`,
    `http.proxySupport: ${proxySupport}`,
    `http.proxy: ${proxyText(proxy)}`,
    `http.noProxy: ${isSet(noProxy.length > 0)}`,
    `http.proxyAuthorization: ${isSet(proxyAuthorization !== null)}`,
    `HTTPS_PROXY: ${proxyText(environment.httpsProxy)}`,
    `HTTP_PROXY: ${proxyText(environment.httpProxy)}`,
    `NO_PROXY: ${isSet(environment.noProxy !== null)}`,
    `Certificate checks: ${strictTls ? "on" : "off"}`,
    `System certificates: ${systemCertificates ? "trusted" : "not trusted"}`,
    `Request timeout: ${timeout / 1000} s`,
  ];
}

/** A setting's value. An unknown text is left out: it may be a key. */
function settingText(name: string, value: unknown, words: ReportWords): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "not set" : `${value.length} values`;
  if (typeof value !== "string") return value === undefined || value === null ? "not set" : "set, but not a string";
  if (value.trim() === "") return "not set";
  if (name === "serviceUrl") return addressText(value, words);
  if (name === "project") return words.project(value.trim());
  if (name === "webUrl") return "set";
  const isKnown = name === "defaultSort" ? parseSort(value) !== undefined : knownValues.get(name)?.includes(value);
  return isKnown ? value : "set to an unknown value";
}

const knownValues = new Map<string, readonly string[]>([
  ["defaultTimeRange", timePresets],
  ["network", ["own", "editor"]],
  ["threadLabel", ["firstMessage", "id"]],
  ["codeLens", ["link", "counts", "off"]],
]);

function addressText(text: string, words: ReportWords): string {
  if (text === publicServiceUrl || text === sampleAddress) return text;
  const address = parseServiceAddress(text);
  if (typeof address === "string") return `not valid (${address})`;
  return address.kind === "sample" ? sampleAddress : words.address(address.url);
}
