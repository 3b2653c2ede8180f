import * as z from "../zod.ts";

const defaultThreads = 420;
const defaultCalls = 9_000;

function wholeNumber(low: number, high: number): z.ZodType<number> {
  const error = `must be a whole number from ${low} to ${high}`;
  const digits = z.string().regex(/^\d+$/, { error }).transform(Number);
  return z
    .union([z.number(), digits], { error })
    .pipe(z.number({ error }).int({ error }).min(low, { error }).max(high, { error }));
}

const moment = z.string().transform((text, context) => {
  const milliseconds = Date.parse(text);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(milliseconds)) return new Date(milliseconds);
  context.addIssue({ code: "custom", message: "must be an ISO 8601 date and time" });
  return z.NEVER;
});

/**
 * What the sample service is started with: numbers, or digits as a command line has them. Where only one of `threads`
 * and `calls` is given, the other follows it.
 */
export const serviceOptions = z
  .strictObject({
    port: wholeNumber(0, 65_535).default(0),
    threads: wholeNumber(0, 1_000_000).optional(),
    calls: wholeNumber(0, 10_000_000).optional(),
    seed: wholeNumber(0, 2 ** 31 - 1).default(1),
    /** The moment that the sample data leads up to; without it, the beginning of the current hour. */
    now: moment.optional(),
  })
  .transform(({ port, threads, calls, seed, now }, context) => {
    const options = {
      port,
      threads: threads ?? Math.min(defaultThreads, calls ?? defaultThreads),
      calls: calls ?? Math.max(defaultCalls, (threads ?? 0) * 10),
      seed,
      now: now ?? new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000),
    };
    if (options.calls >= options.threads) return options;
    context.addIssue({ code: "custom", path: ["calls"], message: "must be at least as many as threads: each has one" });
    return z.NEVER;
  });

export type ServiceOptions = z.infer<typeof serviceOptions>;

/** What is wrong with options, as one sentence that names the first one at fault. */
export function describeProblem({ issues: [issue] }: z.ZodError): string {
  return issue?.code === "unrecognized_keys"
    ? `There is no option ${issue.keys[0]}.`
    : `${issue?.path.join(".")} ${issue?.message}.`;
}
