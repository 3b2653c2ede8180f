import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import fc from "fast-check";
import { WatchedDocuments } from "../../../../src/core/conversation/watchedDocuments.ts";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { type Fault, tooLongRecord } from "../../../../src/core/failures/fault.ts";
import type { Call } from "../../../../src/core/query/call.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { GatedCalls } from "../gatedCalls.ts";
import { documentsOf, turn } from "./turns.ts";

const project = "acme/desk";
const fault: Fault = { kind: "serviceFailure", status: 500, detail: "", retryAfter: null };
const mebibyte = 1024 * 1024;

function watching(...turns: readonly Call[]) {
  const service = new GatedCalls();
  const bugs: unknown[] = [];
  const changes: string[] = [];
  const documents = new WatchedDocuments({
    conversation: threadKey("t"),
    onChange: (id) => changes.push(id),
    onBug: (error) => bugs.push(error),
  });
  documents.reset(projectClient(service, project));
  documents.setTurns(turns);
  const requested = () => service.documents.map(({ query }) => query.callIds);
  const open = () => service.documents.filter(({ over }) => !over);
  return { service, documents, bugs, changes, requested, open };
}

const said = (id: string) => ({ kind: "shown", value: { inputs: { requested: id }, output: `answer to ${id}` } });

function numbered(count: number, changes: Partial<Call> = {}): readonly Call[] {
  return Array.from({ length: count }, (_, place) => turn(`t${place}`, changes));
}

test("watched turns are requested together, and each is shown when it arrives", async () => {
  const { service, documents, changes } = watching(...numbered(3));
  documents.watch(["t0", "t1"]);
  await settled();
  assert.deepEqual(
    service.documents.map(({ query }) => query),
    [{ project, callIds: ["t0", "t1"], documents: ["inputs", "output"] }],
  );
  assert.deepEqual(documents.of("t0"), { kind: "loading" });
  service.documents[0]?.give(documentsOf("t1"));
  await settled();
  assert.deepEqual([documents.of("t0").kind, documents.of("t1"), changes], ["loading", said("t1"), ["t1"]]);
  service.documents[0]?.give(documentsOf("t0"));
  service.documents[0]?.end();
  await settled();
  assert.deepEqual(documents.of("t0"), said("t0"));
});

test("a loaded turn is not requested again when it is watched again", async () => {
  const { service, documents, requested } = watching(...numbered(2));
  documents.watch(["t0"]);
  await settled();
  service.documents[0]?.give(documentsOf("t0"));
  service.documents[0]?.end();
  await settled();
  documents.watch([]);
  documents.watch(["t1", "t0"]);
  assert.deepEqual(requested(), [["t0"], ["t1"]]);
});

test("two requests run at a time, and the next one contains only turns that are still watched", async () => {
  const { service, documents, requested, open } = watching(...numbered(60));
  const all = numbered(60).map(({ id }) => id);
  documents.watch(all);
  assert.deepEqual([open().length, requested().map((ids) => ids.length)], [2, [20, 20]]);
  documents.watch([...all.slice(0, 40), "t59"]);
  service.documents[0]?.end();
  await settled();
  assert.deepEqual(requested()[2], ["t59"]);
});

test("a request without watched turns is canceled, and the next one starts immediately", async () => {
  const { service, documents, requested, changes } = watching(...numbered(60));
  documents.watch(numbered(40).map(({ id }) => id));
  await settled();
  documents.watch(["t39", "t50"]);
  assert.deepEqual(
    service.documents.map(({ signal }) => signal.aborted),
    [true, false, false],
  );
  assert.deepEqual(requested()[2], ["t50"]);
  await settled();
  assert.deepEqual(changes, []);
});

test("a watched turn is requested only after it is listed", async () => {
  const { documents, requested } = watching();
  documents.watch(["t0"]);
  assert.deepEqual(requested(), []);
  documents.setTurns(numbered(1));
  assert.deepEqual(requested(), [["t0"]]);
});

test("a large turn is loaded only on demand, with a higher size limit", async () => {
  const { service, documents, requested, changes } = watching(turn("t0", { storedBytes: 20 * mebibyte }), turn("t1"));
  documents.watch(["t0", "t1"]);
  assert.deepEqual(documents.of("t0"), { kind: "large", bytes: 20 * mebibyte });
  assert.deepEqual([requested(), changes], [[["t1"]], ["t0"]]);
  documents.load("t0");
  assert.deepEqual(documents.of("t0"), { kind: "loading" });
  await settled();
  assert.deepEqual(service.documents[1]?.query, {
    project,
    callIds: ["t0"],
    documents: ["inputs", "output"],
    mostBytes: 64 * mebibyte,
  });
  service.documents[1]?.give(documentsOf("t0"));
  await settled();
  assert.deepEqual(documents.of("t0"), said("t0"));
});

test("a canceled request for a large turn is repeated when the turn is watched again", async () => {
  const { service, documents } = watching(turn("t0", { storedBytes: 20 * mebibyte }));
  documents.watch(["t0"]);
  documents.load("t0");
  documents.watch([]);
  assert.equal(service.documents[0]?.signal.aborted, true);
  documents.watch(["t0"]);
  assert.deepEqual(documents.of("t0"), { kind: "loading" });
  assert.equal(service.documents.length, 2);
});

const tooLong: Fault = {
  kind: "malformed",
  line: 1,
  rowsBefore: 0,
  detail: tooLongRecord(mebibyte),
};

test("a turn of unknown size that is too long is large, and beyond if it is too long on demand as well", async () => {
  const { service, documents } = watching(turn("t0", { storedBytes: null }));
  documents.watch(["t0"]);
  await settled();
  service.documents[0]?.fail(tooLong);
  await settled();
  assert.deepEqual(documents.of("t0"), { kind: "large", bytes: null });
  documents.load("t0");
  await settled();
  service.documents[1]?.fail(tooLong);
  await settled();
  assert.deepEqual(documents.of("t0"), { kind: "beyond", bytes: 64 * mebibyte });
});

test("after an unreadable record, the remaining turns are requested in halves", async () => {
  const { service, documents, requested } = watching(...numbered(3));
  documents.watch(["t0", "t1", "t2"]);
  await settled();
  service.documents[0]?.give(documentsOf("t0"));
  service.documents[0]?.fail({ ...tooLong, rowsBefore: 1 });
  await settled();
  assert.deepEqual(requested().slice(1), [["t1"]]);
  const broken: Fault = { kind: "malformed", line: 1, rowsBefore: 0, detail: "not JSON" };
  service.documents[1]?.fail(broken);
  await settled();
  assert.deepEqual(requested().slice(2), [["t2"]]);
  service.documents[2]?.give(documentsOf("t2"));
  service.documents[2]?.end();
  await settled();
  assert.deepEqual(
    ["t0", "t1", "t2"].map((id) => documents.of(id)),
    [said("t0"), { kind: "failed", fault: broken }, said("t2")],
  );
});

test("turns of unknown size are requested ten at a time, and separately after one is too long", async () => {
  const { service, documents, requested } = watching(...numbered(25, { storedBytes: null }));
  documents.watch(numbered(25).map(({ id }) => id));
  await settled();
  assert.deepEqual(
    requested().map((ids) => ids.length),
    [10, 10],
  );
  service.documents[0]?.give(...numbered(8).map(({ id }) => documentsOf(id)));
  service.documents[0]?.fail(tooLong);
  await settled();
  assert.deepEqual(requested().slice(2), [["t8"]]);
  service.documents[2]?.fail(tooLong);
  await settled();
  assert.deepEqual(
    [documents.of("t7"), documents.of("t8"), requested()[3]],
    [said("t7"), { kind: "large", bytes: null }, ["t9"]],
  );
});

test("a failure affects only the turns that did not arrive, until they are requested again", async () => {
  const { service, documents, requested, changes } = watching(...numbered(2));
  documents.watch(["t0", "t1"]);
  await settled();
  service.documents[0]?.give(documentsOf("t0"));
  service.documents[0]?.fail(fault);
  await settled();
  assert.deepEqual([documents.of("t0"), documents.of("t1")], [said("t0"), { kind: "failed", fault }]);
  documents.watch(["t1"]);
  assert.equal(requested().length, 1);
  documents.load("t1");
  assert.deepEqual(requested()[1], ["t1"]);
  assert.deepEqual(changes, ["t0", "t1", "t1"]);
});

test("a turn missing from the response is gone until everything is requested again", async () => {
  const { service, documents, requested } = watching(...numbered(1));
  documents.watch(["t0"]);
  await settled();
  service.documents[0]?.end();
  await settled();
  assert.deepEqual(documents.of("t0"), { kind: "gone" });
  documents.renew();
  assert.deepEqual([documents.of("t0").kind, requested().length], ["loading", 2]);
});

test("a running turn is requested again when it ends, and its content stays meanwhile", async () => {
  const running = turn("t0", { endedAt: null, status: "running" });
  const { service, documents, requested } = watching(running, turn("t1"));
  documents.watch(["t0", "t1"]);
  await settled();
  service.documents[0]?.give(documentsOf("t0"), documentsOf("t1"));
  service.documents[0]?.end();
  await settled();
  documents.setTurns([turn("t0"), turn("t1")]);
  assert.deepEqual(requested(), [["t0", "t1"], ["t0"]]);
  assert.deepEqual(documents.of("t0"), said("t0"));
  await settled();
  service.documents[1]?.give({ id: "t0", documents: { inputs: null, output: "more" } });
  service.documents[1]?.end();
  await settled();
  assert.deepEqual(documents.of("t0"), { kind: "shown", value: { inputs: null, output: "more" } });
  documents.renew();
  assert.equal(requested().length, 2);
});

test("a running turn is requested again by a refresh, and its content stays after a failure", async () => {
  const { service, documents, requested } = watching(turn("t0", { endedAt: null }));
  documents.watch(["t0"]);
  await settled();
  service.documents[0]?.give(documentsOf("t0"));
  service.documents[0]?.end();
  await settled();
  documents.renew();
  assert.equal(requested().length, 2);
  await settled();
  service.documents[1]?.fail(fault);
  await settled();
  assert.deepEqual([documents.of("t0"), requested().length], [said("t0"), 2]);
});

/** A running turn whose inputs are shown. */
async function runningTurn() {
  const all = watching(turn("t0", { endedAt: null, status: "running" }));
  all.documents.watch(["t0"]);
  await settled();
  all.service.documents[0]?.give({ id: "t0", documents: { inputs: { requested: "t0" } } });
  all.service.documents[0]?.end();
  await settled();
  assert.equal(all.documents.of("t0").kind, "shown");
  return all;
}

test("an ended turn whose output cannot be loaded is failed, even if its inputs were shown", async () => {
  const { service, documents, requested } = await runningTurn();
  documents.setTurns([turn("t0")]);
  await settled();
  service.documents[1]?.fail(fault);
  await settled();
  assert.deepEqual([documents.of("t0"), requested().length], [{ kind: "failed", fault }, 2]);
  documents.load("t0");
  await settled();
  service.documents[2]?.give(documentsOf("t0"));
  service.documents[2]?.end();
  await settled();
  assert.deepEqual(documents.of("t0"), said("t0"));
});

test("a turn that ends above the automatic size limit is large and loads on demand", async () => {
  const { service, documents, changes } = await runningTurn();
  const notified = changes.length;
  documents.setTurns([turn("t0", { storedBytes: mebibyte })]);
  assert.deepEqual([documents.of("t0"), changes.length - notified], [{ kind: "large", bytes: mebibyte }, 1]);
  documents.load("t0");
  await settled();
  service.documents[1]?.give(documentsOf("t0"));
  service.documents[1]?.end();
  await settled();
  assert.deepEqual(documents.of("t0"), said("t0"));
});

test("of unwatched turns, the last 100 or 16 MB are kept", async () => {
  for (const [storedBytes, kept] of [
    [1000, 100],
    [200_000, 83],
  ] as const) {
    const turns = numbered(130, { storedBytes });
    const { documents, open } = watching(...turns);
    for (const { id } of turns) {
      documents.watch([id]);
      await settled();
      open()[0]?.give(documentsOf(id));
      open()[0]?.end();
      await settled();
    }
    documents.watch([]);
    const there = turns.filter(({ id }) => documents.of(id).kind === "shown").map(({ id }) => id);
    assert.deepEqual(
      there,
      turns.slice(-kept).map(({ id }) => id),
    );
  }
});

test("a watched turn is kept regardless of its size", async () => {
  const { service, documents } = watching(turn("t0", { storedBytes: 30 * mebibyte }), turn("t1"));
  documents.watch(["t0"]);
  documents.load("t0");
  await settled();
  service.documents[0]?.give(documentsOf("t0"));
  service.documents[0]?.end();
  await settled();
  assert.equal(documents.of("t0").kind, "shown");
  documents.watch(["t1"]);
  assert.equal(documents.of("t0").kind, "loading");
});

test("an unexpected error is reported, and the turn is failed", async () => {
  const { service, documents, bugs } = watching(turn("t0"));
  documents.watch(["t0"]);
  await settled();
  const bug = new TypeError("bug");
  service.documents[0]?.fail(bug);
  await settled();
  assert.deepEqual([bugs, documents.of("t0")], [[bug], { kind: "failed", fault: null }]);
});

test("a reset cancels requests to the previous service and requests watched turns again", async () => {
  const { service, documents } = watching(turn("t0"));
  documents.watch(["t0"]);
  await settled();
  const other = new GatedCalls();
  documents.reset(projectClient(other, "acme/other"));
  assert.equal(service.documents[0]?.signal.aborted, true);
  documents.setTurns([turn("t0")]);
  assert.deepEqual([documents.of("t0"), other.documents.length], [{ kind: "loading" }, 1]);
});

const sizes = [1000, 400_000, 2000, null, 900, 100_000] as const;
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant("watch" as const), from: fc.nat(50), count: fc.nat(12) }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant("give" as const), request: fc.nat(1), place: fc.nat(19) }) },
    fc.record({ do: fc.constantFrom("end" as const, "fail" as const, "break" as const), request: fc.nat(1) }),
    fc.record({ do: fc.constant("load" as const), place: fc.nat(50) }),
    fc.record({ do: fc.constant("go on" as const), place: fc.nat(50) }),
    fc.constant({ do: "renew" as const }),
  ),
  { maxLength: 80 },
);

test("in any sequence of events, turns have their own content, at most two requests run, and all load", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      let turns = Array.from({ length: 50 }, (_, place) =>
        turn(`t${place}`, { storedBytes: sizes[place % 6] ?? null }),
      );
      const { documents, open, bugs } = watching(...turns);
      let watched: readonly string[] = [];
      const check = () => {
        const running = open().flatMap(({ query }) => query.callIds);
        assert.ok(open().length <= 2);
        assert.equal(new Set(running).size, running.length, "no turn is asked for twice at a time");
        for (const { id } of turns) {
          const part = documents.of(id);
          if (part.kind === "shown") assert.deepEqual(part, said(id));
        }
      };
      for (const step of sequence) {
        if (step.do === "watch") {
          watched = turns.slice(step.from, step.from + step.count).map(({ id }) => id);
          documents.watch(watched);
        } else if (step.do === "load") documents.load(`t${step.place}`);
        else if (step.do === "renew") documents.renew();
        else if (step.do === "go on") {
          turns = turns.with(step.place % 50, turn(`t${step.place % 50}`, { storedBytes: 1234 }));
          documents.setTurns(turns);
        } else {
          const request = open()[step.request];
          const id = step.do === "give" ? request?.query.callIds[step.place] : undefined;
          if (id !== undefined) request?.give(documentsOf(id));
          else if (step.do === "end") request?.end();
          else if (step.do === "fail") request?.fail(fault);
          else if (step.do === "break") request?.fail(tooLong);
        }
        await settled();
        check();
      }
      documents.renew();
      for (const id of watched) documents.load(id);
      for (let round = 0; open().length > 0; round++) {
        assert.ok(round < 100, "it comes to an end");
        for (const request of open()) {
          request.give(...request.query.callIds.map(documentsOf));
          request.end();
        }
        await settled();
        check();
      }
      for (const id of watched) assert.deepEqual(documents.of(id), said(id));
      assert.deepEqual(bugs, []);
    }),
    { numRuns: 80 },
  );
});
