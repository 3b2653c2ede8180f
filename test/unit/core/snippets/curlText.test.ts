import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { curlText } from "../../../../src/core/snippets/curlText.ts";
import type { SnippetRequest } from "../../../../src/core/snippets/snippetRequest.ts";
import { oddJson, oddText } from "./oddJson.ts";
import { type CurlCall, curlCall, optionIn } from "./shellCurl.ts";

const plain: SnippetRequest = {
  url: "https://trace.wandb.ai/threads/stream_query",
  username: "api",
  body: { project_id: "acme/desk" },
  answer: "lines",
  notes: [],
  cautions: [],
};

const variables = { WANDB_API_KEY: "k'e y$", WEAVE_USERNAME: "me" };

function run(
  request: Partial<SnippetRequest> = {},
  environment: Readonly<Record<string, string>> = variables,
): CurlCall {
  return curlCall(curlText({ ...plain, ...request }), environment);
}

test("a shell takes the text for one call of curl", () => {
  assert.deepEqual(run(), {
    status: 0,
    errors: "",
    given: [
      "--silent",
      "--show-error",
      "--fail-with-body",
      "--no-buffer",
      "--user",
      "api:k'e y$",
      "--header",
      "Content-Type: application/json",
      "--data-raw",
      '{"project_id": "acme/desk"}',
      "https://trace.wandb.ai/threads/stream_query",
    ],
    input: "",
  });
});

test("any body arrives at curl as it is, and so does any address", () => {
  fc.assert(
    fc.property(oddJson, oddText, (body, path) => {
      const url = `https://host/${path.replaceAll("\0", "")}`;
      const call = run({ url, body });
      assert.deepEqual([call.status, call.errors], [0, ""]);
      assert.deepEqual(JSON.parse(optionIn(call, "--data-raw") ?? ""), JSON.parse(JSON.stringify(body)));
      assert.equal(call.given.at(-1), url.toWellFormed());
    }),
    { numRuns: 60 },
  );
});

test("a body that is too long for an argument goes through a pipe", () => {
  const body = Array.from({ length: 1000 }, (_, index) => `it's ${index} ${"é".repeat(150)}`);
  const call = run({ body });
  assert.equal(call.status, 0);
  assert.equal(optionIn(call, "--data-binary"), "@-");
  assert.deepEqual(JSON.parse(call.input), body);
});

const missing: readonly (readonly [variable: string, request: Partial<SnippetRequest>])[] = [
  ["WANDB_API_KEY", {}],
  ["WANDB_API_KEY", { username: null }],
  ["WEAVE_USERNAME", { username: null }],
];

for (const [variable, request] of missing) {
  test(`without ${variable} nothing is sent${request.username === null ? " under another name" : ""}`, () => {
    const { status, errors, given } = run(request, { ...variables, [variable]: "" });
    assert.notEqual(status, 0);
    assert.match(errors, new RegExp(`${variable}: is not set`));
    assert.deepEqual(given, []);
  });
}

test("another user name than the usual one comes from the environment", () =>
  assert.equal(optionIn(run({ username: null }), "--user"), "me:k'e y$"));

test("brackets of an address are no pattern to curl", () => {
  assert.ok(run({ url: "https://host/[1-9]" }).given.includes("--globoff"));
  assert.ok(!run().given.includes("--globoff"));
});

test("what is no list is not asked for row by row", () =>
  assert.ok(!run({ answer: "object" }).given.includes("--no-buffer")));

test("cautions stand above the command, and do nothing there", () => {
  const caution = "it's `exit 3` $(exit 3) \\ \n exit 3; !!";
  const text = curlText({ ...plain, cautions: ["At most the first 100", caution] });
  assert.ok(text.startsWith(": 'At most the first 100'\n: 'it'\\''s `exit 3`"));
  assert.deepEqual(curlCall(text, variables), run());
  const long = Array(1000).fill("it's long enough for a pipe");
  assert.deepEqual(run({ body: long, cautions: [caution] }), run({ body: long }));
});

test("there is no comment: a shell that a person types into may take it for a command", () =>
  assert.doesNotMatch(curlText({ ...plain, notes: ["Threads of acme/desk"] }), /#|acme\/desk.*acme\/desk/s));
