import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import type { ProjectClient } from "../../../../src/core/port/projectClient.ts";
import { defaultNetwork } from "../../../../src/core/settings/network.ts";
import { readPromptOf } from "../../../../src/core/tryAgain/triedCall.ts";
import { type RunningService, serveCalls } from "../../../../src/localService/http/server.ts";
import { CallDatabase } from "../../../../src/localService/query/database.ts";
import { HttpThreadService } from "../../../../src/service/client.ts";
import { agentTurn } from "../../localService/agents/agentSpans.ts";
import { call } from "../../localService/testService.ts";

const { signal } = new AbortController();
const project = "acme/desk";

let running: RunningService;
let service: HttpThreadService;
let target: ProjectClient;

before(async () => {
  const messages = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "One?" },
    { role: "assistant", content: "One." },
    { role: "user", content: "Two?" },
  ];
  const inputs = { model: "gpt-5", messages, temperature: 0.5, response_format: { type: "text" } };
  const output = { choices: [{ message: { role: "assistant", content: "## [user]\nTwo." } }] };
  const calls = [call({ id: "c1", inputs, output }), call({ id: "c2", inputs: { query: 1 }, output: null })];
  running = await serveCalls(new CallDatabase([{ id: project, calls, objects: [], spans: agentTurn("a", 0, 0) }]), 0);
  const { url, username, password } = running;
  service = new HttpThreadService({
    url,
    username,
    password,
    network: () => defaultNetwork,
    fetch,
    onRequest: () => undefined,
  });
  target = projectClient(service, project);
});

after(async () => {
  await service.close();
  await running.close();
});

test("a call is read with all messages that it sent, its parameters, what is left out, and its response", async () => {
  const read = await readPromptOf("c1", target, signal);
  assert.deepEqual(
    read?.prompt.messages.map(({ role, parts }) => [role, ...parts.map((part) => part.kind === "text" && part.text)]),
    [
      ["system", "Be brief."],
      ["user", "One?"],
      ["assistant", "One."],
      ["user", "Two?"],
    ],
  );
  assert.deepEqual(read?.prompt.options, { parameters: { temperature: 0.5 }, tools: [] });
  assert.deepEqual(read?.leftOut, { media: 0, others: 0, inputs: ["response_format"] });
  assert.equal(read?.original, "\\## [user]\nTwo.\n");
});

test("a span is read, also one that does not carry the ID of its conversation", async () => {
  const read = await readPromptOf("a/0/chat2", target, signal);
  assert.deepEqual(
    read?.prompt.messages.map(({ role }) => role),
    ["system", "user"],
  );
  assert.equal(read?.original, "answer 0\n");
  assert.equal(read?.name, "gpt-5");
});

test("a call without messages has none, and one that does not exist is not read", async () => {
  assert.deepEqual((await readPromptOf("c2", target, signal))?.prompt.messages, []);
  assert.equal(await readPromptOf("c3", target, signal), null);
});
