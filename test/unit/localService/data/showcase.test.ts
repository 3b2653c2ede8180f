import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sampleProject } from "../../../../src/localService/data/sampleProject.ts";
import { showcaseThreads } from "../../../../src/localService/data/showcase.ts";
import { supportWorkload } from "../../../../src/localService/data/supportWorkload.ts";
import type { StoredCall } from "../../../../src/localService/query/storedCall.ts";
import { now } from "../generated.ts";
import { project } from "../testService.ts";

const ids: readonly string[] = Object.values(showcaseThreads);

function generated(threads: number, calls: number, seed = 1, showcases = true): readonly StoredCall[] {
  const options = { id: project, workload: supportWorkload, threads, calls, seed, now, showcases };
  return [...sampleProject(options).calls];
}

function threadsOf(calls: readonly StoredCall[]): ReadonlySet<string> {
  return new Set(calls.flatMap(({ thread_id }) => thread_id ?? []));
}

/** The turns of a showcase by start time. */
function turnsOf(calls: readonly StoredCall[], thread: string): readonly StoredCall[] {
  const turns = calls.filter(({ id, turn_id, thread_id }) => id === turn_id && thread_id === thread);
  return turns.toSorted((a, b) => a.started_at - b.started_at);
}

const json = (value: unknown): string => JSON.stringify(value) ?? "";

describe("a large enough sample contains the showcases and keeps its requested size", () => {
  const cases: readonly (readonly [threads: number, calls: number, seed: number, there: boolean])[] = [
    [420, 9_000, 1, true],
    [420, 9_000, 77, true],
    [20, 4_000, 3, true],
    [3_000, 30_000, 4, true],
    [4, 40, 1, false],
    [0, 9_000, 1, false],
    [3, 9_000, 1, false],
    [3_000, 3_000, 1, false],
    [70, 1_200, 7, false],
  ];
  for (const [threads, calls, seed, there] of cases) {
    test(`${threads} threads in ${calls} calls of seed ${seed}`, () => {
      const data = generated(threads, calls, seed);
      const found = threadsOf(data);
      assert.equal(data.length, calls);
      assert.equal(found.size, threads);
      assert.equal(new Set(data.map(({ id }) => id)).size, calls);
      assert.deepEqual(
        ids.filter((id) => found.has(id)),
        there ? ids : [],
      );
    });
  }
});

test("the rest of the sample is the same as without showcases", () => {
  const plain = new Set(generated(420, 9_000, 1, false).map(json));
  const others = generated(420, 9_000).filter(({ thread_id }) => thread_id !== null && !ids.includes(thread_id));
  assert.ok(others.length > 7_500);
  assert.deepEqual(
    others.filter((call) => !plain.has(json(call))),
    [],
  );
});

describe("the content of each showcase", () => {
  const calls = generated(420, 9_000);
  const below = (turn: StoredCall | undefined): readonly StoredCall[] =>
    calls.filter(({ turn_id }) => turn_id === turn?.id);
  const turns = Object.fromEntries(Object.entries(showcaseThreads).map(([name, id]) => [name, turnsOf(calls, id)]));
  const { refund = [], review = [], languages = [], planning = [], odd = [] } = turns;

  test("all calls are within the last two hours and within their parents", () => {
    const byId = new Map(calls.map((call) => [call.id, call]));
    for (const call of calls.filter(({ thread_id }) => ids.includes(thread_id ?? ""))) {
      const parent = byId.get(call.parent_id ?? "");
      assert.ok(call.started_at > now.getTime() - 7_200_000 && (call.ended_at ?? 0) <= now.getTime());
      if (parent === undefined) assert.equal(call.id, call.turn_id);
      else assert.ok(call.started_at >= parent.started_at && (call.ended_at ?? 0) <= (parent.ended_at ?? Infinity));
    }
  });

  test("refund: a failed tool in a successful turn, a failed turn, and a running one", () => {
    const failures = refund.map((turn) => below(turn).filter(({ exception }) => exception !== null).length);
    assert.deepEqual(failures, [0, 1, 0, 2, 0, 0]);
    assert.deepEqual(
      refund.map(({ exception, ended_at }) => (exception ? "error" : ended_at === null ? "running" : "success")),
      ["success", "success", "success", "error", "success", "running"],
    );
    assert.match(refund[3]?.exception ?? "", /^{"type":"RateLimitError","message":.*"traceback":\[/);
    assert.match(json(refund[2]?.inputs), /INV-2093.*tool_calls.*lookup_invoice.*Shall I refund it/);
  });

  test("review: code in many languages, reasoning, a table, and a response of about 30 kB", () => {
    const all = review.map(({ output }) => json(output)).join("");
    for (const language of ["python", "typescript", "json", "diff", "bash", "sql"])
      assert.match(all, RegExp(`\`\`\`${language}`));
    assert.match(all, /"type":"thinking"/);
    assert.match(all, /\| Part \|/);
    const longest = Math.max(...review.map(({ output }) => json(output).length));
    assert.ok(longest > 25_000 && longest < 40_000, `${longest}`);
  });

  test("languages: a different script for each guest", () => {
    const all = json(languages);
    const scripts = ["Latin", "Han", "Hiragana", "Arabic", "Hebrew", "Devanagari", "Cyrillic", "Thai"];
    for (const script of scripts) assert.match(all, RegExp(`\\p{Script=${script}}`, "u"), script);
    assert.equal(languages.length, 11);
  });

  test("planning: more than forty turns, each with the whole history", () => {
    assert.equal(planning.length, 44);
    assert.match(json(planning.at(-1)?.inputs), /Next: the venue.*Next: the way home/);
  });

  test("odd: texts that cause bugs, and unusual shapes", () => {
    const all = json(odd);
    for (const trick of [
      "onerror",
      "command:",
      "$(trash)",
      "\\u001b[31m",
      "\u202e",
      "\u2066",
      "\\ud83d alone",
      "__proto__",
    ]) {
      assert.ok(all.includes(trick), trick);
    }
    assert.deepEqual(
      new Set(odd.map(({ output }) => (output === null ? "null" : typeof output))),
      new Set(["object", "null", "boolean", "number", "string"]),
    );
    assert.ok(odd.some(({ exception }) => exception?.startsWith("Traceback")));
    assert.ok(odd.some(({ ended_at }) => ended_at === null));
    assert.ok(odd.some(({ display_name }) => display_name !== null));
  });

  test("export: one turn with an output of about 1.5 MB, much larger than any other call", () => {
    const sizes = calls.map((call) => [call.storage_size_bytes, call.thread_id] as const).toSorted(([a], [b]) => b - a);
    const [[largest, thread] = [0, ""], [next] = [0]] = sizes;
    assert.equal(thread, showcaseThreads.export);
    assert.ok(largest > 1_300_000 && largest < 1_700_000, `${largest}`);
    assert.ok(next < 150_000, `${next}`);
  });
});
