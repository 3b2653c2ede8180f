import { arch, release, type } from "node:os";
import { type ExtensionContext, env, type LogOutputChannel, UIKind, version } from "vscode";
import { realClock } from "../../core/async/clock.ts";
import { Observable } from "../../core/async/observable.ts";
import type { Mask, Privacy } from "../../core/privacy/mask.ts";
import type { RequestBudget, RequestBudgetOptions } from "../../core/requests/requestBudget.ts";
import { type RequestEntry, requestLine } from "../../core/requests/requestEntry.ts";
import { noRequests, useText, waitText, withRequest } from "../../core/requests/requestUse.ts";
import { isLoopback } from "../../core/settings/serviceUrl.ts";
import { configuredRequests } from "../storage/settings.ts";

const mostRecent = 50;

/** Logs a line per request, and keeps the last ones. Entries contain neither keys nor headers. */
export class RequestLog {
  /** The oldest first. */
  entries: readonly RequestEntry[] = [];
  readonly use = new Observable(noRequests);
  readonly #log: Pick<LogOutputChannel, "info" | "warn">;
  readonly #privacy: Privacy;
  #budget: RequestBudget | null = null;

  constructor(log: Pick<LogOutputChannel, "info" | "warn">, privacy: Privacy = new Observable<Mask | null>(null)) {
    this.#log = log;
    this.#privacy = privacy;
  }

  add(finished: RequestEntry): void {
    const mask = this.#privacy.value;
    const { outcome } = finished;
    const shown = mask === null || typeof outcome === "string" ? outcome : mask.fault(outcome);
    const entry = mask === null ? finished : { ...finished, outcome: shown, cause: null };
    this.entries = [...this.entries, entry].slice(-mostRecent);
    this.use.value = withRequest(this.use.value, entry);
    const line = `${requestLine(entry)}, ${useText(this.use.value)}`;
    if (typeof entry.outcome === "string") this.#log.info(line);
    else this.#log.warn(line);
  }

  /** The budget of this window's requests; `make` is called at first. */
  budget(make: (options: RequestBudgetOptions) => RequestBudget): RequestBudget {
    const onWait = (waiting: number) => this.wait(waiting);
    this.#budget ??= make({ clock: realClock, most: configuredRequests, isExempt: isLoopback, onWait });
    return this.#budget;
  }

  /** The number of requests that wait for the budget. */
  wait(waiting: number): void {
    const before = this.use.value;
    if (waiting === before.waiting) return;
    this.use.value = { ...before, waiting };
    if (waiting > before.waiting) this.#log.info(waitText(this.use.value, configuredRequests()));
  }
}

/** The versions of the software, by name. */
export function versions({ extension }: Pick<ExtensionContext, "extension">): Readonly<Record<string, string>> {
  const manifest: unknown = extension.packageJSON;
  const own = typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : "unknown";
  return {
    Extension: String(own),
    [env.appName]: version,
    Host: env.appHost,
    Node: process.version,
    System: `${type()} ${release()} ${arch()}`,
    Window: env.uiKind === UIKind.Web ? "web" : "desktop",
  };
}

/** A log whose errors have no message in privacy mode: anything could be in it. */
export function maskedLog(log: LogOutputChannel, privacy: Privacy): LogOutputChannel {
  const error: LogOutputChannel["error"] = (failure, ...more) => {
    if (privacy.value === null) log.error(failure, ...more);
    else log.error(`${typeof failure === "string" ? "Error" : failure.name}, hidden in privacy mode`);
  };
  const masked: LogOutputChannel = Object.create(log, { error: { value: error } });
  return masked;
}
