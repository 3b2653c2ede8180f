import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CancellationTokenSource, commands, env, extensions, LanguageModelTextPart, lm, window } from "vscode";
import { Observable } from "../../src/core/async/observable.ts";
import { projectClient } from "../../src/core/conversations/conversationSources.ts";
import { createMask, type Mask } from "../../src/core/privacy/mask.ts";
import { sampleProjects } from "../../src/core/query/projectId.ts";
import { createFormats } from "../../src/core/text/format.ts";
import { askAbout } from "../../src/features/chatTools/askChat.ts";
import { ChatTools } from "../../src/features/chatTools/chatTools.ts";
import { showcaseThreads } from "../../src/localService/data/showcase.ts";
import { ToolPermissions } from "../../src/vscode/storage/toolPermissions.ts";
import { unusedService } from "../unit/core/testService.ts";

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

/** What the tools and the chat commands need, with the sample project open. */
function partsOfSample() {
  const log = window.createOutputChannel("agents", { log: true });
  const values = new Map<string, unknown>();
  const get = (key: string) => values.get(key);
  const update = async (key: string, value: unknown) => void values.set(key, value);
  const session = { kind: "sample", project } as const;
  const choice = { account: undefined, project: undefined, selected: null, sample: project, last: null };
  const countCalls = async () => ({ count: 7, hasMore: false, storageSize: null, rewritten: [] });
  const service = { ...unusedService, countCalls };
  return {
    ...{ log, formats: createFormats("en"), ending: new AbortController().signal },
    privacy: new Observable<Mask | null>(null),
    sessions: { session, onChange: () => assert.fail(), selectProject: () => assert.fail() },
    preferences: { choice: () => choice, recentProjects: () => [] },
    permissions: new ToolPermissions({ keys: () => [], get, update }),
    target: () => projectClient(service, project),
    app: { opCode: () => assert.fail() },
  };
}

test("a declined question does not count for the same request without one", async (t) => {
  const parts = partsOfSample();
  t.after(() => parts.log.dispose());
  const tools = new ChatTools(parts);
  const { token } = new CancellationTokenSource();
  const prepare = () => tools.prepare("weave_count_calls", {}, token);
  const invoke = () => tools.invoke("weave_count_calls", {}, token);
  const refused = /The user has not allowed this request/;
  assert.ok((await prepare()).confirmationMessages);
  // Refused while it is prepared, so that VS Code does not ask.
  parts.privacy.value = createMask();
  assert.deepEqual(await prepare(), {});
  parts.privacy.value = null;
  await assert.rejects(invoke(), refused);

  assert.ok((await prepare()).confirmationMessages);
  await invoke();
  assert.equal((await prepare()).confirmationMessages, undefined);
  await parts.permissions.reset();
  await assert.rejects(invoke(), refused);
});

test("a record that was read while privacy mode was turned on is not handed to an agent", async (t) => {
  const parts = partsOfSample();
  t.after(() => parts.log.dispose());
  const ask = () => askAbout({ weaveKind: "thread", weaveThread: showcaseThreads.refund }, parts);
  await env.clipboard.writeText("before");
  const asking = ask();
  parts.privacy.value = createMask();
  await asking;
  assert.equal(await env.clipboard.readText(), "before");
  parts.privacy.value = null;
  await ask();
  assert.match(await env.clipboard.readText(), /BEGIN WEAVE DATA/);
});
