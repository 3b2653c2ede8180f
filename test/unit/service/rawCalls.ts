import * as z from "zod";

/** A call as the service sends it. */
export const rawCall = z.object({
  op_name: z.string(),
  started_at: z.string(),
  ended_at: z.string().nullish(),
  summary: z.object({ weave: z.object({ status: z.string() }) }),
});

type RawCall = z.infer<typeof rawCall>;

/** The numbers of an op, computed from calls alone: the name is that of the published op, or of calls without one. */
export function numbersIn(calls: readonly (Pick<RawCall, "op_name"> & Partial<RawCall>)[], name: string) {
  const published = name.replaceAll(/[^\w.]+/g, "-");
  const own = calls.filter(
    ({ op_name }) => op_name === name || op_name.split(/\/op\//)[1]?.split(":")[0] === published,
  );
  const times = own.flatMap(({ started_at, ended_at }) => {
    return started_at && ended_at ? [Date.parse(ended_at) - Date.parse(started_at)] : [];
  });
  times.sort((a, b) => a - b);
  return {
    calls: own.length,
    failed: own.filter(({ summary }) => summary?.weave.status === "error").length,
    p50: times[Math.ceil(times.length / 2) - 1] ?? null,
    versions: new Set(own.map(({ op_name }) => op_name)).size,
  };
}

const mostRead = 1000;

/**
 * The numbers of ops in one file: counts of all calls, and the median duration and versions among the latest that are read
 * for the file.
 */
export function numbersOf(calls: readonly RawCall[], names: readonly string[]) {
  const own = calls.filter(({ op_name }) => names.some((name) => numbersIn([{ op_name }], name).calls > 0));
  const latest = own.sort((a, b) => (a.started_at < b.started_at ? 1 : -1)).slice(0, mostRead);
  return names.map((name) => {
    const { p50, versions } = numbersIn(latest, name);
    return { ...numbersIn(calls, name), p50, versions };
  });
}
