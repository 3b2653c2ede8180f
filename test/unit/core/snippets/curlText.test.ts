import assert from "node:assert/strict";
import querystring from "node:querystring";
import { test } from "node:test";
import fc from "fast-check";
import { curlText } from "../../../../src/core/snippets/curlText.ts";
import type { SnippetRequest } from "../../../../src/core/snippets/snippetRequest.ts";
import { oddIds, oddJson, oddText } from "./oddJson.ts";
import { readCmd, readPowerShell } from "./otherShells.ts";
import { type CurlCall, curlCall, optionIn } from "./shellCurl.ts";

const plain: SnippetRequest = {
  url: "https://trace.wandb.ai/threads/stream_query",
  username: "api",
  body: { project_id: "acme/desk" },
  response: "lines",
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

test("a shell runs the text as one curl command", () => {
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
      '{"project_id":"acme/desk"}',
      "https://trace.wandb.ai/threads/stream_query",
    ],
    input: "",
  });
});

/** Checks that a shell sends the request, and that PowerShell and cmd run no part of it. */
function assertContained(request: Partial<SnippetRequest>): void {
  const { url, body, cautions } = { ...plain, ...request };
  const text = curlText({ ...plain, ...request });
  const call = run(request);
  assert.deepEqual([call.status, call.errors], [0, ""]);
  const isPiped = optionIn(call, "--data-binary") === "@-";
  const sent = isPiped ? call.input : (optionIn(call, "--data-raw") ?? "");
  assert.equal(JSON.stringify(JSON.parse(sent)), JSON.stringify(body));
  assert.equal(querystring.unescape(call.given.at(-1) ?? ""), querystring.unescape(url));

  assert.doesNotMatch(text.replaceAll("\n", ""), /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
  const { code, strings } = readPowerShell(text);
  const notes = 1 + cautions.length;
  const pieces = code.split("printf").length - 1;
  const globoff = url.includes("[") || url.includes("]") ? ["--globoff"] : [];
  const option = isPiped ? "--data-binary" : "--data-raw";
  const parts = [
    "curl --silent --show-error --fail-with-body --no-buffer",
    `--user "api:\${WANDB_API_KEY:?is not set}"`,
    "--header ''",
    `${option} ${isPiped ? "@-" : "''"}`,
    ...globoff,
    "''\n",
  ];
  const input = isPiped ? `{\n${"  printf %s ''\n".repeat(pieces)}} |\n` : "";
  assert.equal(code, `${": ''\n".repeat(notes)}${input}${parts.join(" \\\n  ")}`);
  assert.equal((isPiped ? strings.slice(notes, notes + pieces) : strings.slice(-2, -1)).join(""), sent);

  const { commands, variables, longestLine } = readCmd(text);
  const printing = isPiped ? ["{", ...Array<string>(pieces).fill("printf"), "}", "|"] : [];
  assert.deepEqual(commands.slice(0, -1), [
    ...Array<string>(notes).fill(":"),
    ...printing,
    "curl",
    "--user",
    "--header",
    option,
    ...globoff,
  ]);
  assert.match(commands.at(-1) ?? "", /^'https:/);
  assert.deepEqual(
    variables.filter((name) => !name.startsWith("''")),
    [],
  );
  assert.ok(longestLine <= 8191, `${longestLine}`);
}

for (const id of oddIds) {
  test(`no shell interprets an ID: ${JSON.stringify(id)}`, () => {
    const thread = { thread_id: id, [id]: { $eq: [id] } };
    assertContained({ body: thread, cautions: [id] });
    assertContained({ body: { filter: { thread_ids: Array(30).fill(id) } } });
    assertContained({ body: Array(120).fill(thread) });
  });
}

const oddPaths = [
  "it's",
  "';calc;'",
  "&calc&",
  "|calc|",
  "^&calc",
  "(calc)",
  "$(calc)",
  "!COMSPEC!",
  "@calc;x,y=z",
  "[1-9]",
  "{a,b}",
  "\u2019;calc;\u2018",
  "%COMSPEC%",
  "%CD%",
  "%CD%DA/it's",
  "a%20b%20c",
  "100%",
  '"&calc&"',
];

for (const path of oddPaths) {
  test(`no shell interprets a URL: ${path}`, () => assertContained({ url: addressOf(path) }));
}

test("no shell interprets a host", () => assertContained({ url: new URL("https://a'\"&calc&$(x)/").href }));

test("no shell interprets a body, URL or caution", () => {
  fc.assert(
    fc.property(oddJson, oddText, fc.array(oddText, { maxLength: 2 }), (body, path, cautions) =>
      assertContained({ url: addressOf(path), body, cautions }),
    ),
    { numRuns: 30 },
  );
});

/** As parsed from the setting. */
function addressOf(path: string): string {
  const { origin, pathname } = new URL(`https://host/${path}`);
  return origin + pathname;
}

test("in keys and values, shell metacharacters and invisible characters are escaped", () => {
  const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const codes = [
    ...Array.from("\"'\\`$&|<>^%!;(){}@#", (character) => character.charCodeAt(0)),
    ...[range(0, 0x1f), range(0x7f, 0x9f), range(0x2018, 0x201e), [0x2028, 0x2029, 0x200b, 0x202e]].flat(),
  ];
  for (const code of codes) {
    const character = String.fromCharCode(code);
    const number = `\\u${code.toString(16).padStart(4, "0")}`;
    const text = curlText({ ...plain, body: { [character]: character } });
    assert.ok(text.includes(`--data-raw '{"${number}":"${number}"}'`), text);
  }
});

test("a body that is too long for a line is piped in chunks", () => {
  const body = Array.from({ length: 100 }, (_, index) => `it's ${index} ${"é👩‍🚀".repeat(150)}`);
  const call = run({ body });
  assert.equal(call.status, 0);
  assert.equal(optionIn(call, "--data-binary"), "@-");
  assert.deepEqual(JSON.parse(call.input), body);
  assertContained({ body });
});

const powerShell: readonly (readonly [text: string, code: string])[] = [
  ["curl 'it''s $(calc)'", "curl ''"],
  ["curl '';calc;''", "curl '';calc;''"],
  ["curl '\u2019;calc;\u201b'", "curl '';calc;''"],
  ["curl \"$(calc)`\"'\u201c 'x'", "curl \"$(calc)`\"'\u201c ''"],
  ["curl `'; calc", "curl `'; calc"],
  ["curl 'x", "curl 'x"],
];

for (const [text, code] of powerShell) {
  test(`PowerShell code in: ${text}`, () => assert.equal(readPowerShell(text).code, code));
}

const cmd: readonly (readonly [text: string, commands: readonly string[], variables?: readonly string[]])[] = [
  ["curl 'x'&calc", ["curl", "&", "calc"]],
  ['curl "&calc" & calc', ["curl", "&", "calc"]],
  ["curl ^&calc ^^&calc", ["curl", "&", "calc"]],
  ['[\n  "calc",\n]', ["[", '"calc"', "]"]],
  ["curl \u001acalc", ["curl", "calc"]],
  ['curl 100% "%CD%" !CD!', ["curl"], [' "', "CD", "CD"]],
];

for (const [text, commands, variables = []] of cmd) {
  test(`cmd commands and variables in: ${JSON.stringify(text)}`, () => {
    const reading = readCmd(text);
    assert.deepEqual([reading.commands, reading.variables], [commands, variables]);
  });
}

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

test("a custom user name comes from the environment", () =>
  assert.equal(optionIn(run({ username: null }), "--user"), "me:k'e y$"));

test("brackets in a URL are not a pattern to curl", () => {
  assert.ok(run({ url: "https://host/[1-9]" }).given.includes("--globoff"));
  assert.ok(!run().given.includes("--globoff"));
});

test("a single object is not streamed", () => assert.ok(!run({ response: "object" }).given.includes("--no-buffer")));

test("notes and cautions precede the command and have no effect", () => {
  const caution = "it's `exit 3` $(exit 3) \\ \n exit 3; !!";
  const text = curlText({ ...plain, cautions: ["At most the first 100", caution] });
  assert.ok(text.startsWith(": 'For POSIX shells'\n: 'At most the first 100'\n: 'it\\u0027s "), text);
  assert.deepEqual(curlCall(text, variables), run());
  const long = Array(1000).fill("it's long enough for a pipe");
  assert.deepEqual(run({ body: long, cautions: [caution] }), run({ body: long }));
});

test("there are no comments, which an interactive shell may run", () =>
  assert.doesNotMatch(curlText({ ...plain, notes: ["Threads of acme/desk"] }), /#|acme\/desk.*acme\/desk/s));
