import assert from "node:assert/strict";
import { test } from "node:test";
import { span } from "../../../src/localService/agents/span.ts";
import { feedbackOfCall, feedbackOfSpan } from "../../../src/localService/data/sampleFeedback.ts";
import { call, project, serveProjects, type TestService, turn } from "./testService.ts";

const ref = `weave:///${project}/call/a`;
const reaction = { project_id: project, weave_ref: ref, feedback_type: "wandb.reaction.1", payload: { emoji: "👍🏽" } };
const note = { ...reaction, feedback_type: "wandb.note.1", payload: { note: "Wrong." } };

const refused: Readonly<Record<string, readonly [object, status: number, reason: RegExp]>> = {
  "two emoji": [{ ...reaction, payload: { emoji: "👍👎" } }, 400, /exactly one emoji/],
  "a reaction without an emoji": [
    { ...reaction, payload: {} },
    400,
    /Invalid payload for feedback_type wandb.reaction/,
  ],
  "an empty note": [{ ...note, payload: { note: "" } }, 400, /Invalid payload for feedback_type wandb.note/],
  "a note of 1,025 characters": [{ ...note, payload: { note: "😀".repeat(1025) } }, 400, /Invalid payload/],
  "an annotation without its ref": [
    { ...note, feedback_type: "wandb.annotation.tone" },
    400,
    /annotation_ref is required/,
  ],
  "a score without its ref": [{ ...note, feedback_type: "wandb.runnable.tone" }, 400, /runnable_ref is required/],
  "agent feedback of another conversation than its ref": [
    {
      ...{ ...note, feedback_type: "wandb.agent_user_feedback", scorer_tags: ["👎"], span_conversation_id: "b" },
      weave_ref: `weave:///${project}/agent_conversation/a`,
    },
    400,
    /conflicts with conversation ref/,
  ],
  "agent feedback without tags": [
    { ...note, feedback_type: "wandb.agent_user_feedback" },
    400,
    /scorer_tags is required/,
  ],
};

async function start(context: { after(run: () => Promise<void>): void }): Promise<TestService> {
  return await serveProjects(context, [{ id: project, calls: [call({ id: "a" })], objects: [] }]);
}

async function found(service: TestService, query: object): Promise<Record<string, unknown>[]> {
  const { status, text } = await service.post("/feedback/query", { project_id: project, ...query });
  assert.equal(status, 200, text);
  return JSON.parse(text).result;
}

function where(field: string, value: unknown): object {
  return { $eq: [{ $getField: field }, { $literal: value }] };
}

test("what is refused of feedback", async (t) => {
  const service = await start(t);
  for (const [name, [body, status, reason]] of Object.entries(refused)) {
    const answer = await service.post("/feedback/create", body);
    assert.equal(answer.status, status, name);
    assert.match(answer.text, reason, name);
  }
  assert.deepEqual(await found(service, {}), []);
  const longest = await service.post("/feedback/create", { ...note, payload: { note: "😀".repeat(1024) } });
  assert.equal(longest.status, 200, longest.text);
});

test("feedback is stored, found and purged by its ID", async (t) => {
  const service = await start(t);
  const { text } = await service.post("/feedback/create", { ...reaction, id: "one", creator: "Maya" });
  assert.deepEqual(JSON.parse(text).payload, { emoji: "👍🏽", detoned: "👍" });
  await service.post("/feedback/create", { ...note, id: "two" });
  await service.post("/feedback/create", { ...note, id: "two" });
  const [first, second, ...rest] = await found(service, { sort_by: [{ field: "id", direction: "asc" }] });
  assert.deepEqual(rest, []);
  assert.equal(first?.weave_ref, ref);
  assert.deepEqual([first?.creator, first?.wb_user_id, second?.creator], ["Maya", "local", null]);
  const ids = async (expression: object, more: object = {}) =>
    (await found(service, { query: { $expr: expression }, fields: ["id"], ...more })).map(({ id }) => id);
  assert.deepEqual(await ids(where("payload.detoned", "👍")), ["one"]);
  assert.deepEqual(
    await ids({ $in: [{ $getField: "weave_ref" }, [{ $literal: ref }, { $literal: "x" }]] }, { limit: 1 }),
    ["one"],
  );
  assert.deepEqual(await ids({ $and: [where("weave_ref", ref), { $not: [where("feedback_type", "wandb.note.1")] }] }), [
    "one",
  ]);
  const before = { $lt: [{ $getField: "created_at" }, { $literal: "2020-01-01" }] };
  assert.deepEqual(await ids({ $or: [where("id", "two"), before] }), ["two"]);
  const purge = async (expression: object) =>
    (await service.post("/feedback/purge", { project_id: project, query: { $expr: expression } })).status;
  assert.equal(await purge(where("feedback_type", "wandb.note.1")), 400);
  assert.equal(await purge({ $or: [where("id", "two"), where("id", "none")] }), 200);
  assert.deepEqual(await ids(where("weave_ref", ref)), ["one"]);
});

test("what agents' feedback is about follows from its ref", async (t) => {
  const service = await start(t);
  const tagged = { ...note, feedback_type: "wandb.agent_user_feedback", payload: {}, scorer_tags: ["👎"] };
  await service.post("/feedback/create", { ...tagged, weave_ref: `weave:///${project}/agent_conversation/a%2Fb` });
  const [row] = await found(service, {});
  assert.deepEqual([row?.span_conversation_id, row?.scorer_tags], ["a/b", ["👎"]]);
});

test("the sample's turns have the same feedback each time", () => {
  const turns = Array.from({ length: 500 }, (_, index) => turn("t", `turn ${index}`, index, index + 1));
  const all = turns.flatMap((each) => feedbackOfCall(project, each));
  const types = new Set(all.map(({ body }) => body.feedback_type));
  assert.deepEqual([...types].sort(), ["wandb.note.1", "wandb.reaction.1", "wandb.runnable.answers_question"]);
  assert.deepEqual(feedbackOfCall(project, call({ id: "inside", turn_id: "turn 1" })), []);
  const roots = Array.from({ length: 90 }, (_, index) =>
    span({ trace_id: `t${index}`, span_id: "s", started_at: 1, ended_at: 2, conversation_id: "c" }),
  );
  const tags = roots.flatMap((each) => feedbackOfSpan(project, each)).flatMap(({ body }) => body.scorer_tags);
  assert.deepEqual([...new Set(tags)].sort(), ["👍", "👎"]);
});
