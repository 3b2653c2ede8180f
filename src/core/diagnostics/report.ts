import type { LoadState } from "../async/loadState.ts";
import type { NetworkSettings } from "../network.ts";
import type { RequestEntry } from "../requestEntry.ts";
import { figures } from "../requestLine.ts";
import type { Session } from "../session/session.ts";
import { visibleCut } from "../text/visibleText.ts";
import { networkLines } from "./networkLines.ts";
import { type ReportWords, reportWords } from "./reportWords.ts";
import { settingText } from "./settingText.ts";

/** The input of a report. */
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
  /** The loading states of the views, by name. */
  readonly loads: Readonly<Record<string, LoadFacts>>;
}

export interface LoadFacts {
  readonly kind: LoadState<unknown>["kind"];
  /** Rows loaded; null if the value has none. */
  readonly rows: number | null;
}

/**
 * A report in Markdown to paste into a bug report. It never contains secrets; a masked one also contains no projects,
 * hosts, users or text from the service.
 */
export function diagnosticReport(facts: DiagnosticFacts, { masked }: { readonly masked: boolean }): string {
  const words = reportWords(facts, masked);
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
    masked
      ? "Projects, hosts and users are masked, and text from the service is left out. Run Weave: Show Diagnostics again to include them. Keys and passwords are never included. Read the report before you share it."
      : "Only keys and passwords are left out. Projects, hosts and text from the service are included. Read the report before you share it.",
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
    lines.push(`Service URL: not valid (${session.problem})`);
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
  return requests.flatMap(({ at, outcome, cause }) =>
    typeof outcome === "string" ? [] : [`${new Date(at).toISOString()} ${words.fault(outcome, cause)}`],
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
