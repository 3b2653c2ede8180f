import { sampleProjects } from "../core/query/projectId.ts";
import * as z from "../zod.ts";
import { codeReviewWorkload } from "./data/codeReviewWorkload.ts";
import { ragWorkload } from "./data/ragWorkload.ts";
import { sampleProject } from "./data/sampleProject.ts";
import { supportWorkload } from "./data/supportWorkload.ts";
import { type RunningService, serveCalls } from "./http/server.ts";
import { CallDatabase } from "./query/database.ts";

const defaultThreads = 420;
const defaultCalls = 9_000;
const defaultAgents = 36;

function wholeNumber(low: number, high: number): z.ZodType<number> {
  const error = `must be a whole number from ${low} to ${high}`;
  const digits = z.pipe(z.string().check(z.regex(/^\d+$/, { error })), z.transform(Number));
  return z.pipe(
    z.union([z.number(), digits], { error }),
    z.int({ error }).check(z.minimum(low, { error }), z.maximum(high, { error })),
  );
}

const moment = z.pipe(
  z.string(),
  z.transform((text: string, context) => {
    const milliseconds = Date.parse(text);
    if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(milliseconds)) return new Date(milliseconds);
    context.issues.push({ code: "custom", message: "must be an ISO 8601 date and time", input: text });
    return z.NEVER;
  }),
);

/**
 * Options of the sample service: numbers, or digits from a command line. If only one of `threads` and `calls` is given,
 * the other is derived.
 */
export const serviceOptions = z.pipe(
  z.strictObject({
    port: z._default(wholeNumber(0, 65_535), 0),
    threads: z.optional(wholeNumber(0, 1_000_000)),
    calls: z.optional(wholeNumber(0, 10_000_000)),
    /** Agent conversations. */
    agents: z._default(wholeNumber(0, 1_000_000), defaultAgents),
    seed: z._default(wholeNumber(0, 2 ** 31 - 1), 1),
    /** Reference time of the sample data; defaults to the start of the current hour. */
    now: z.optional(moment),
  }),
  z.transform(({ port, threads, calls, agents, seed, now }, context) => {
    const options = {
      port,
      threads: threads ?? Math.min(defaultThreads, calls ?? defaultThreads),
      calls: calls ?? Math.max(defaultCalls, (threads ?? 0) * 10),
      agents,
      seed,
      now: now ?? new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000),
    };
    if (options.calls >= options.threads) return options;
    const message = "must be at least the number of threads";
    context.issues.push({ code: "custom", path: ["calls"], message, input: options });
    return z.NEVER;
  }),
);

export type ServiceOptions = z.infer<typeof serviceOptions>;

/** The first invalid option, as a sentence. */
export function describeProblem({ issues: [issue] }: z.core.$ZodError): string {
  return issue?.code === "unrecognized_keys"
    ? `Unknown option ${issue.keys[0]}.`
    : `${issue?.path.join(".")} ${issue?.message}.`;
}

/**
 * Starts the sample service with generated data. Generating blocks the thread, for less than a second in the default
 * size; the promise resolves when the service is listening. Rejects with the system error (`EADDRINUSE`, `EACCES`) if
 * the port is not available.
 */
export async function startSampleService(options: ServiceOptions): Promise<RunningService> {
  const [first, second, third] = sampleProjects;
  const { threads, calls, agents, seed, now } = options;
  const projects = [
    sampleProject({ id: first, workload: supportWorkload, threads, calls, agents, seed, now, showcases: true }),
    sampleProject({ id: second, workload: codeReviewWorkload, threads: 64, calls: 1_100, seed: seed + 1, now }),
    sampleProject({ id: third, workload: ragWorkload, threads: 23, calls: 360, seed: seed + 2, now }),
  ];
  const database = new CallDatabase(projects);
  return await serveCalls(database, options.port);
}
