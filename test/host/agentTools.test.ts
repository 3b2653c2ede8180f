import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { commands, extensions, LanguageModelTextPart, lm } from "vscode";
import { sampleProjects } from "../../src/core/session/projectId.ts";
import { showcaseThreads } from "../../src/sampleService/data/showcase.ts";

// VS Code asks no questions in a window of tests: a tool with one runs at once.

const [project, other] = sampleProjects;

async function answer(name: string, input: object): Promise<string> {
  const { content } = await lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return content.map((part) => (part instanceof LanguageModelTextPart ? part.value : assert.fail())).join("");
}

/** The lines of JSON between the markers of an answer. */
async function rows(name: string, input: object): Promise<readonly object[]> {
  const text = await answer(name, input);
  const lines = text.split("\n");
  const [start, end] = ["BEGIN", "END"].map((word) => lines.findIndex((line) => line.startsWith(`${word} WEAVE DATA`)));
  return lines.slice((start ?? 0) + 1, end).map((line) => Object(JSON.parse(line)));
}

before(async () => {
  await extensions.getExtension("weave-threads.weave-threads")?.activate();
});

after(() => commands.executeCommand("weaveThreads.signOut"));

test("agents are refused while signed out", async () => {
  await assert.rejects(answer("weave_count_calls", {}), /Sign in to Weave first/);
});

test("VS Code knows the tools as the manifest declares them", () => {
  const declared: readonly { readonly name: string; readonly inputSchema: object }[] =
    extensions.getExtension("weave-threads.weave-threads")?.packageJSON.contributes.languageModelTools;
  assert.equal(declared.length, 5);
  for (const { name, inputSchema } of declared)
    assert.deepEqual(lm.tools.find((tool) => tool.name === name)?.inputSchema, inputSchema, name);
});

test("tools answer from the sample service, and their answers agree with each other", async () => {
  await commands.executeCommand("weaveThreads.openSample");
  const [all] = await rows("weave_count_calls", { status: ["error"] });
  const failed = Number(Reflect.get(all ?? {}, "count"));
  assert.ok(failed > 10);
  const errors = await answer("weave_list_errors", { time_range: "all" });
  assert.match(errors, new RegExp(`All ${failed} failed calls are grouped\\.`));
  const [call] = await rows("weave_find_calls", { status: ["error"], limit: 1 });
  assert.match(String(Reflect.get(call ?? {}, "exception")), /\w/);
  const threads = await rows("weave_list_threads", { time_range: "all", thread_ids: [showcaseThreads.refund] });
  assert.equal(threads.length, 1);
  const read = { thread_id: showcaseThreads.refund };
  const text = await answer("weave_read_conversation", read);
  const [, next] = /from_turn (\d+) and from_character 0\.$/.exec(text) ?? assert.fail(text.slice(-200));
  const rest = await answer("weave_read_conversation", { ...read, from_turn: Number(next) });
  const turns = [...(text + rest).matchAll(/^## Turn (\d+): /gm)].map(([, number]) => Number(number));
  const count = Number(Reflect.get(threads[0] ?? {}, "turn_count"));
  assert.deepEqual(
    turns,
    Array.from({ length: count }, (_, at) => at + 1),
  );
  assert.match(text, new RegExp(`^Conversation of a thread in Weave project ${project}, from turn 1`));
});

test("another project, and an input that does not match the schema, are refused", async () => {
  await assert.rejects(
    answer("weave_count_calls", { project: other }),
    /Agents can read only the project of this window/,
  );
  await assert.rejects(answer("weave_count_calls", { limit: 5 }), /Invalid input\. input: Unrecognized key/);
  await assert.rejects(answer("weave_list_threads", { time_range: "soonish" }), /time_range: Invalid start time/);
});
