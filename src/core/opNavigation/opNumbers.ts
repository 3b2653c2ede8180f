import { abortable } from "../async/abortable.ts";
import { faultOf, idle, type LoadState, shownValue } from "../async/loadState.ts";
import type { Clock } from "../async/poller.ts";
import { Semaphore } from "../async/semaphore.ts";
import { type CallConditions, isFailedCall } from "../counts/callCondition.ts";
import { callQueryOf } from "../counts/countedQuery.ts";
import { type Fault, requestedPause, ServiceError, worstOf } from "../failures/fault.ts";
import { formatRange, type TimeRange } from "../input/timeRange.ts";
import { countCalls } from "../port/operations.ts";
import { backgroundClient, type ProjectClient } from "../port/projectClient.ts";
import { type CacheRequest, RowCache, type RowCacheOptions } from "../port/rowCache.ts";
import type { CallCount } from "../query/callQuery.ts";
import { minute } from "../text/format.ts";
import { type OpCalls, opCallsIn, type ReadCalls, readOpCalls } from "./opCalls.ts";

const mostRequests = 2;
/** Older numbers are requested again when their ops are next drawn. */
const longestAge = 5 * minute;
/** Milliseconds to wait after a change of the ops: a name may be incomplete. */
const typingPause = 1000;
/** Milliseconds between automatic counts of the same op. */
const countPause = minute;
/** Milliseconds without requests after a rate limit that names none. */
const refusalPause = minute;

export interface FileOps {
  /** Its URI. */
  readonly id: string;
  /** The likeliest name of each op, each once. */
  readonly names: readonly string[];
}

interface CountedOp {
  /** The conditions as text. */
  readonly id: string;
  readonly conditions: CallConditions;
}

type Counted = Pick<OpCalls, "calls" | "failed">;

export interface OpNumbersOptions extends Pick<RowCacheOptions, "now" | "onBug"> {
  readonly clock: Clock;
  readonly range: () => TimeRange;
}

/** The numbers above the ops of source files: one request for each file, and counts of ops whose calls it did not read. */
export class OpNumbers {
  readonly #options: OpNumbersOptions;
  readonly #requests = new Semaphore(mostRequests);
  readonly #files: RowCache<FileOps, ReadCalls>;
  readonly #counts: RowCache<CountedOp, Counted>;
  readonly #sizes: RowCache<CountedOp, CallCount>;
  /** When ops were last counted automatically, by the clock. */
  #countedAt = 0;
  /** A rate limit, and until when it is respected, by the clock. */
  #refusal: { readonly error: ServiceError; readonly until: number } | null = null;

  constructor(options: OpNumbersOptions) {
    this.#options = options;
    const shared = { now: options.now, semaphore: () => this.#requests, onBug: options.onBug };
    const versionOf = ({ names }: FileOps) => `${formatRange(options.range())}\n${names.join("\n")}`;
    this.#files = new RowCache(shared, versionOf, (requested, signal) => this.#read(requested, signal));
    const idOf = ({ id }: CountedOp) => id;
    this.#counts = new RowCache(shared, idOf, (requested, signal) => this.#count(requested, signal));
    this.#sizes = new RowCache(shared, idOf, ({ target, subject }, signal) => {
      const conditions = { ...subject.conditions, includeStorageSize: true };
      // The user waits for it, so it does not wait for lenses, which may have used their share of the requests.
      return this.#unlessRefused(() => this.#countCalls(target, conditions, signal));
    });
  }

  /** Calls `listener` when numbers of drawn ops change. */
  subscribe(listener: () => void): { dispose(): void } {
    const subscriptions = [this.#files, this.#counts].map((part) => part.subscribe(listener));
    return { dispose: () => subscriptions.forEach((each) => void each.dispose()) };
  }

  reset(target: ProjectClient | null): void {
    this.#refusal = null;
    // Sizes are requested for a hover, the others for lenses.
    this.#sizes.reset(target);
    const ofLenses = target && backgroundClient(target, "lens");
    for (const part of [this.#files, this.#counts]) part.reset(ofLenses);
  }

  /** To be called when a file is drawn: requests its numbers if they are missing or old. */
  show(file: FileOps): void {
    const load = this.#files.of(file);
    if (load.kind !== "shown" || this.#options.now() - load.at < longestAge) return;
    this.#files.outdate([file.id]);
    this.#counts.outdate();
    this.#files.of(file);
  }

  /** The numbers of an op that is on screen; idle if they are unknown. */
  of(file: FileOps, name: string, target: ProjectClient): LoadState<OpCalls> {
    const load = this.#files.of(file);
    if (load.kind === "idle" || load.kind === "failed") return load;
    const { value: read } = load;
    if (read === null) return { kind: "loading", value: null };
    const part = opCallsIn(read, name, target.project);
    if (part === null) {
      // The op was not in the file before, or the file has too many.
      if (load.kind === "stale") return { kind: "failed", fault: load.fault };
      return load.kind === "loading" ? { kind: "loading", value: null } : idle;
    }
    if (read.isAllRead) return { ...load, value: part };
    const counted = this.#counts.of(countedOp(part));
    const exact = shownValue(counted);
    if (exact === null && counted.kind === "loading") return { kind: "loading", value: null };
    const value = exact === null ? part : { ...part, ...exact, isExact: true };
    const fault = faultOf(counted);
    return fault === null ? { ...load, value } : { kind: "stale", value, at: null, fault };
  }

  /** The count of an op's calls with their storage size. It is requested once. */
  size(calls: OpCalls): Promise<LoadState<CallCount>> {
    return this.#sizes.ended(countedOp(calls));
  }

  /**
   * Requests the numbers of these files again, and those of others when they are next drawn. Automatically, ops are not
   * counted each time. Resolves to the worst fault; null if there is none.
   */
  async refresh(files: readonly FileOps[], isAutomatic: boolean): Promise<Fault | null> {
    const now = this.#options.clock.now();
    this.#files.outdate();
    this.#sizes.forget();
    if (!isAutomatic || now - this.#countedAt >= countPause) {
      this.#countedAt = now;
      this.#counts.outdate();
    }
    const loads = await Promise.all(files.map((file) => this.#files.ended(file)));
    return worstOf(loads.map(faultOf));
  }

  async #read({ target, subject, previous }: CacheRequest<FileOps, ReadCalls>, signal: AbortSignal) {
    const { clock, now, range } = this.#options;
    const { names } = subject;
    if (previous !== null && previous.names.join("\n") !== names.join("\n"))
      await abortable(new Promise<void>((resolve) => void clock.after(typingPause, resolve)), signal);
    return this.#send(() => readOpCalls(names, range(), target, now(), signal), signal);
  }

  async #count({ target, subject }: CacheRequest<CountedOp, Counted>, signal: AbortSignal): Promise<Counted> {
    const { conditions } = subject;
    const failures = { ...conditions, conditions: [...conditions.conditions, isFailedCall] };
    const [all, failed] = await Promise.all(
      [conditions, failures].map((requested) => this.#send(() => this.#countCalls(target, requested, signal), signal)),
    );
    return { calls: all?.count ?? 0, failed: failed?.count ?? 0 };
  }

  #countCalls({ service, project }: ProjectClient, conditions: CallConditions, signal: AbortSignal) {
    return service.ask(countCalls, callQueryOf(conditions, project, this.#options.now()), signal);
  }

  /** Every request for lenses goes through here, where they are limited together. */
  #send<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#requests.run(() => this.#unlessRefused(request), signal);
  }

  async #unlessRefused<T>(request: () => Promise<T>): Promise<T> {
    const { clock } = this.#options;
    if (this.#refusal !== null && clock.now() < this.#refusal.until) throw this.#refusal.error;
    try {
      return await request();
    } catch (error) {
      if (error instanceof ServiceError && error.fault.kind === "rateLimited")
        this.#refusal = { error, until: clock.now() + (requestedPause(error.fault) ?? refusalPause) };
      throw error;
    }
  }
}

function countedOp({ conditions }: OpCalls): CountedOp {
  return { id: JSON.stringify(conditions), conditions };
}
