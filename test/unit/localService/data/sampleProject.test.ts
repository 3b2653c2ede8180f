import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { codeReviewWorkload } from "../../../../src/localService/data/codeReviewWorkload.ts";
import { ragWorkload } from "../../../../src/localService/data/ragWorkload.ts";
import { sampleProject } from "../../../../src/localService/data/sampleProject.ts";
import { supportWorkload } from "../../../../src/localService/data/supportWorkload.ts";
import type { StoredCall } from "../../../../src/localService/query/storedCall.ts";
import { generatedCalls, now } from "../generated.ts";
import { project } from "../testService.ts";

const sizes: readonly (readonly [threads: number, calls: number])[] = [
  [0, 0],
  [0, 10],
  [1, 1],
  [3, 3],
  [5, 6],
  [40, 41],
  [40, 900],
  [1, 500],
  [420, 9_000],
];

describe("generated data has exactly the requested size", () => {
  for (const [threads, calls] of sizes) {
    test(`${threads} threads in ${calls} calls`, () => {
      const data = generatedCalls(threads, calls);
      assert.equal(data.length, calls);
      assert.equal(new Set(threadIds(data)).size, threads);
      assert.equal(new Set(data.map((call) => call.id)).size, calls);
    });
  }
});

test("the same seed and time give the same data, another seed does not", () => {
  const whole = (seed: number): string => JSON.stringify(generatedCalls(30, 500, seed));
  assert.equal(whole(3), whole(3));
  assert.notEqual(whole(3), whole(4));
});

test("all times are relative to the reference time", () => {
  const at = (moment: string): readonly StoredCall[] => [
    ...sampleProject({ id: project, workload: supportWorkload, threads: 5, calls: 60, seed: 1, now: new Date(moment) })
      .calls,
  ];
  const [earlier, later] = [at("2026-11-01T00:00:00Z"), at("2026-11-02T00:00:00Z")];
  assert.deepEqual(
    later.map((call) => call.started_at),
    earlier.map((call) => call.started_at + 86_400_000),
  );
});

describe("generated calls are realistic", () => {
  for (const [name, workload] of Object.entries({ supportWorkload, codeReviewWorkload, ragWorkload })) {
    const options = { id: project, workload, threads: 200, calls: 4_000, seed: 5, now };
    const data = [...sampleProject(options).calls];
    const byId = new Map(data.map((call) => [call.id, call]));

    test(`${name}: all calls lie within the last 30 days, and none ends before it starts`, () => {
      const oldest = now.getTime() - 30 * 86_400_000;
      for (const call of data) {
        const end = call.ended_at ?? call.started_at;
        assert.ok(call.started_at >= oldest && end <= now.getTime() && end >= call.started_at, JSON.stringify(call));
        assert.ok(Number.isInteger(call.started_at) && Number.isInteger(end));
      }
    });

    test(`${name}: calls lie within their parents, in the same trace, and share the turn of their entry`, () => {
      for (const call of data) {
        const parent = byId.get(call.parent_id ?? "");
        assert.equal(parent === undefined, call.parent_id === null);
        if (parent === undefined) continue;
        assert.equal(call.trace_id, parent.trace_id);
        assert.ok(call.started_at >= parent.started_at);
        assert.ok((call.ended_at ?? 0) <= (parent.ended_at ?? Number.POSITIVE_INFINITY));
        assert.equal(call.turn_id, call.id === call.turn_id ? call.id : parent.turn_id);
      }
    });

    test(`${name}: a call that has not ended has no output and no summary`, () => {
      const running = data.filter((call) => call.ended_at === null);
      assert.ok(running.length > 0);
      for (const { output, summary, exception } of running) {
        assert.deepEqual({ output, summary, exception }, { output: null, summary: {}, exception: null });
      }
    });

    test(`${name}: a turn ID is that of a call in the same thread, and calls outside threads have none`, () => {
      for (const call of data) {
        assert.equal(call.turn_id === null, call.thread_id === null);
        if (call.turn_id === null) continue;
        const turn = byId.get(call.turn_id);
        assert.deepEqual([turn?.turn_id, turn?.thread_id], [call.turn_id, call.thread_id]);
      }
    });

    test(`${name}: all cases that clients must handle occur`, () => {
      const turns = data.filter((call) => call.id === call.turn_id);
      const kinds: Readonly<Record<string, readonly unknown[]>> = {
        "turns below a trace root": turns.filter((call) => call.parent_id !== null),
        "unfinished turns": turns.filter((call) => call.ended_at === null),
        "failed turns": turns.filter((call) => call.exception !== null),
        "nested calls": data.filter((call) => call.turn_id !== null && call.turn_id !== call.id),
        "calls outside threads": data.filter((call) => call.thread_id === null && call.parent_id === null),
        "calls of runs": data.filter((call) => call.wb_run_id?.startsWith(`${project}/`)),
        "failures below turns that went well": turns.filter(
          (call) => call.exception === null && /"error":[1-9]/.test(JSON.stringify(call.summary)),
        ),
        "refs in inputs": data.filter((call) => call.input_refs.length > 0),
        users: [...new Set(data.map((call) => call.wb_user_id))].slice(5),
        "several versions of an op": versions(data).filter((count) => count > 1),
        tokens: data.filter((call) => /total_tokens/.test(JSON.stringify(call.summary))),
        "threads without a finished turn": [...new Set(threadIds(turns))].filter((id) =>
          turns.every((turn) => turn.thread_id !== id || turn.ended_at === null),
        ),
      };
      const absent = Object.keys(kinds).filter((kind) => kinds[kind]?.length === 0);
      assert.deepEqual(absent, []);
    });

    test(`${name}: durations have a long tail`, () => {
      const durations = data
        .filter((call) => call.id === call.turn_id)
        .flatMap((call) => (call.ended_at === null ? [] : [call.ended_at - call.started_at]))
        .sort((a, b) => a - b);
      const at = (quantile: number): number => durations[Math.floor(durations.length * quantile)] ?? 0;
      assert.ok(at(0.5) > 1_000 && at(0.5) < 6_000, `${at(0.5)}`);
      assert.ok(at(0.99) > 4 * at(0.5), `${at(0.99)}`);
    });

    test(`${name}: referenced objects are published`, () => {
      const published = new Set([...sampleProject(options).objects].map((object) => object.ref));
      for (const ref of data.flatMap((call) => call.input_refs)) assert.ok(published.has(ref), ref);
    });
  }

  const shapes: readonly (readonly [op: string, inputs: RegExp, output: RegExp])[] = [
    ["answer_customer", /^\{"messages":\[\{"role":"system",.*"model":"weave:/, /^\{"role":"assistant","content":"/],
    [
      "answer_customer_stream",
      /"instructions":.*"input":\[\{"type":"message",.*"self":"weave:/,
      /"object":"response".*"output_text"/,
    ],
    ["triage_ticket", /^\{"text":".*"session":/, /^\{"answer":".*"sources":\[/],
    [
      "review_pull_request",
      /"system":.*"messages":\[\{"role":"user",/,
      /"type":"message".*"content":\[\{"type":"text"/,
    ],
    ["answer_comment", /^\{"question":"/, /^"/],
    ["ask_documents", /^\{"text":".*"session":/, /^\{"answer":".*"title":/],
    ["openai.chat.completions.create", /"messages":\[\{"role":"system",/, /"choices":\[\{"index":0,"message"/],
    ["anthropic.messages.create", /"system":.*"messages":\[/, /"stop_reason":"(?:end_turn|tool_use)"/],
  ];
  const workloads = [supportWorkload, codeReviewWorkload, ragWorkload];
  const all = workloads.flatMap((workload) => [
    ...sampleProject({ id: project, workload, threads: 100, calls: 2_000, seed: 5, now }).calls,
  ]);
  const of = (op: string): readonly StoredCall[] => all.filter(({ op_name }) => op_name.includes(`/op/${op}:`));

  for (const [op, inputs, output] of shapes) {
    test(`${op}: every call has the format of its program`, () => {
      const calls = of(op);
      assert.ok(calls.length > 10);
      for (const call of calls) {
        assert.match(JSON.stringify(call.inputs), inputs);
        if (call.output !== null) assert.match(JSON.stringify(call.output), output);
      }
    });
  }

  test("a turn has a limited history", () => {
    const answers = (call: StoredCall): number =>
      JSON.stringify(call.inputs).match(/"role":"assistant","content":"/g)?.length ?? 0;
    const known = of("answer_customer").map(answers);
    assert.ok(known.includes(0) && known.includes(6));
    assert.equal(Math.max(...known), 6);
    assert.ok(Math.max(...all.map(({ storage_size_bytes }) => storage_size_bytes)) < 20_000);
  });

  test("models call tools and receive their results or failures", () => {
    const requested = all.filter(({ output }) => /"tool_calls"|"tool_use"/.test(JSON.stringify(output)));
    const notified = all.filter(({ inputs }) => /"role":"tool"|"tool_result"/.test(JSON.stringify(inputs)));
    assert.ok(requested.length > 100 && notified.length > 100);
    assert.ok(notified.some(({ inputs }) => /"is_error":true/.test(JSON.stringify(inputs))));
  });

  test("responses use all of Markdown, and exceptions have both formats", () => {
    const said = all.map(({ output }) => JSON.stringify(output)).join("\n");
    for (const kind of [
      /\|---/,
      /```python/,
      /```sql/,
      /```json/,
      /```bash/,
      /\]\(https:/,
      /!\[/,
      /\\n1\. /,
      /\\n- /,
      /## /,
    ]) {
      assert.match(said, kind);
    }
    const exceptions = all.flatMap(({ exception }) => exception ?? []);
    assert.ok(exceptions.some((text) => text.startsWith('{"type":')));
    assert.ok(exceptions.some((text) => text.startsWith("Traceback")));
  });

  test("thread IDs vary: long, with slashes, spaces, percent signs, emoji and right-to-left text", () => {
    const ids = threadIds(generatedCalls(420, 9_000));
    const kinds = [
      /^[0-9a-f-]{36}$/,
      /^user-\d+\/\d{4}-/,
      /^slack-C0/,
      /\//,
      / /,
      /%/,
      /\n/,
      /\p{Emoji_Presentation}/u,
      /\p{Script=Arabic}/u,
      /\p{Script=Han}/u,
    ];
    assert.deepEqual(
      kinds.filter((kind) => !ids.some((id) => kind.test(id))),
      [],
    );
    assert.equal(Math.max(...ids.map((id) => id.length)), 200);
  });
});

function threadIds(calls: readonly StoredCall[]): readonly string[] {
  return calls.flatMap((call) => (call.thread_id === null ? [] : [call.thread_id]));
}

/** Number of used versions of each published op. */
function versions(calls: readonly StoredCall[]): readonly number[] {
  const byName = new Map<string, Set<string>>();
  for (const { op_name } of calls) {
    const name = op_name.replace(/:[^:]*$/, "");
    byName.set(name, (byName.get(name) ?? new Set()).add(op_name));
  }
  return [...byName.values()].map((refs) => refs.size);
}
