import { join } from "node:path";
import { sampleProjects } from "../../src/core/query/projectId.ts";
import { sortFields } from "../../src/core/query/threadQuery.ts";
import { basicAuthorization } from "../../src/core/settings/credentials.ts";
import { CollectorStore } from "../../src/localService/collector/store.ts";
import { sampleProject } from "../../src/localService/data/sampleProject.ts";
import { supportWorkload } from "../../src/localService/data/supportWorkload.ts";
import { serveCalls } from "../../src/localService/http/server.ts";
import { CallDatabase } from "../../src/localService/query/database.ts";
import { type Sql, sql } from "../../src/localService/query/sql.ts";
import { freshFolder } from "../editor/freshFolder.ts";
import { runMain } from "../editor/runMain.ts";
import { median, notify } from "./figure.ts";

// A million calls in 100,000 threads, in the sample service and in the file of the local collector: a response against
// the plain SQL for it, in the same database and one after the other.

const [project] = sampleProjects;
const rounds = 9;

/** Requests of counts, and the plain condition of each. */
const counts: readonly (readonly [body: object, condition: Sql])[] = [
  [{ filter: { op_names: ["answer_customer"] } }, sql`op_name = 'answer_customer'`],
  [{ filter: { trace_roots_only: true } }, sql`parent_id IS NULL`],
  [
    { query: { $expr: { $not: [{ $eq: [{ $getField: "exception" }, { $literal: null }] }] } } },
    sql`exception IS NOT NULL`,
  ],
  [
    { query: { $expr: { $gt: [{ $getField: "started_at" }, { $literal: 1.7e9 }] } } },
    sql`started_at > 1700000000000000`,
  ],
  [
    {
      query: {
        $expr: {
          $contains: { input: { $getField: "inputs" }, substr: { $literal: "refund" }, case_insensitive: true },
        },
      },
    },
    // The service reads documents twice for this: once to leave most of them out.
    sql`lower(inputs) GLOB '*"*refund*"*' AND instr(lower(inputs), 'refund')`,
  ],
];

await runMain(async () => {
  const options = { threads: 100_000, calls: 1_000_000, seed: 1, now: new Date("2026-11-20T12:00:00Z") };
  const data = () => sampleProject({ id: project, workload: supportWorkload, ...options });
  await measure("Sample service, 1,000,000 calls", new CallDatabase([data()]));
  await using folder = await freshFolder("bench");
  const store = new CollectorStore(join(folder.path, "calls.db"));
  store.transaction(() => {
    const key = store.calls.addProject(project);
    for (const call of data().calls) store.putCall(key, call);
  });
  store.shrink();
  await measure("Local collector, 1,000,000 calls", store.calls);
  return 0;
});

/** Closes the database at the end. */
async function measure(what: string, database: CallDatabase): Promise<void> {
  const service = await serveCalls(database, 0);
  const authorization = basicAuthorization(service.username, service.password);

  /** Milliseconds until the first bytes of a response. */
  const requested = async (path: string, body: object): Promise<number> => {
    const begun = performance.now();
    const text = JSON.stringify({ project_id: project, ...body });
    const answer = await fetch(service.url + path, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: text,
    });
    if (!answer.ok || answer.body === null) throw new Error(`${text}: ${answer.status} ${await answer.text()}`);
    const reader = answer.body.getReader();
    await reader.read();
    const milliseconds = performance.now() - begun;
    await reader.cancel();
    return milliseconds;
  };
  /** Milliseconds until the first row of plain SQL. */
  const plain = (query: Sql): number => {
    const begun = performance.now();
    database.row(query);
    return performance.now() - begun;
  };
  /** The largest ratio of requests to their plain SQL and an empty response, of medians. */
  const ratio = async (cases: readonly (readonly [path: string, body: object, plain: Sql])[]): Promise<number> => {
    let largest = 0;
    for (const [path, body, statement] of cases) {
      const [ours, theirs]: [number[], number[]] = [[], []];
      // Warms up: V8's optimization is not what is measured.
      for (let round = 0; round < rounds; round++) await requested(path, { limit: 1 });
      for (let round = 0; round < rounds; round++) {
        theirs.push(plain(statement) + (await requested("/threads/stream_query", { limit: 0 })));
        ours.push(await requested(path, body));
      }
      largest = Math.max(largest, median(ours) / median(theirs));
      console.log(
        `${JSON.stringify(body)}: ${median(ours).toFixed(0)} ms, plain SQL and an empty response ${median(theirs).toFixed(0)} ms`,
      );
    }
    return largest;
  };

  try {
    const key = database.projectKey(project) ?? Number.NaN;
    const sorts = sortFields.flatMap((field) =>
      (["asc", "desc"] as const).map(
        (direction) =>
          [
            "/threads/stream_query",
            { sort_by: [{ field, direction }], limit: 100 },
            sortedThreads(key, field, direction),
          ] as const,
      ),
    );
    const counted = counts.map(
      ([body, condition]) =>
        [
          "/calls/query_stats",
          body,
          sql`SELECT count(*) FROM calls WHERE project = ${key} AND deleted_at IS NULL AND ${condition}`,
        ] as const,
    );
    notify({
      what: `${what}: first thread of any sort, against plain SQL`,
      measured: await ratio(sorts),
      budget: 1.5,
      unit: "times",
    });
    notify({
      what: `${what}: any count, against plain SQL`,
      measured: await ratio(counted),
      budget: 1.5,
      unit: "times",
    });
    const all: number[] = [];
    for (let round = 0; round < rounds; round++) all.push(await requested("/calls/query_stats", {}));
    notify({ what: `${what}: the count of all`, measured: median(all), budget: 50, unit: "ms" });
  } finally {
    await service.close();
  }
}

/** The first 100 threads with all figures, as one would write it by hand: durations are sorted only where needed. */
function sortedThreads(key: number, field: (typeof sortFields)[number], direction: "asc" | "desc"): Sql {
  const raw = (text: string): Sql => ({ text, values: [] });
  const percentile = (share: number) => raw(`min(duration) FILTER (WHERE rank >= ${share} * size)`);
  const percentiles = sql`${percentile(0.5)} AS p50_turn_duration_ms, ${percentile(0.99)} AS p99_turn_duration_ms`;
  const figures = sql`thread_id, count(*) AS turn_count, min(started_at) AS start_time, max(ended_at) AS last_updated`;
  const turns = sql`calls WHERE project = ${key} AND id = turn_id AND thread_id <> ''`;
  const ranked = (condition: Sql) => sql`(SELECT thread_id, started_at, ended_at, ended_at - started_at AS duration,
      row_number() OVER (PARTITION BY thread_id ORDER BY ended_at - started_at) AS rank,
      count(*) OVER (PARTITION BY thread_id) AS size
    FROM ${turns} ${condition})`;
  const first = raw(`GROUP BY thread_id ORDER BY ${field} ${direction} LIMIT 100`);
  if (field.startsWith("p")) return sql`SELECT ${figures}, ${percentiles} FROM ${ranked(raw(""))} ${first}`;
  const inPage = raw("AND thread_id IN (SELECT thread_id FROM page)");
  return sql`WITH page AS MATERIALIZED (SELECT ${figures} FROM ${turns} ${first})
    SELECT page.*, ${percentiles} FROM page JOIN ${ranked(inPage)} USING (thread_id) ${first}`;
}
