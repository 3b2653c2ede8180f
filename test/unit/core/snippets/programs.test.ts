import assert from "node:assert/strict";
import { stripTypeScriptTypes } from "node:module";
import { test } from "node:test";
import fc from "fast-check";
import { pythonText } from "../../../../src/core/snippets/pythonText.ts";
import type { SnippetRequest } from "../../../../src/core/snippets/snippetRequest.ts";
import { typescriptText } from "../../../../src/core/snippets/typescriptText.ts";
import { oddJson, oddText } from "./oddJson.ts";
import { readPython } from "./pythonReader.ts";

const plain: SnippetRequest = {
  url: "https://trace.wandb.ai/threads/stream_query",
  username: "api",
  body: { project_id: "acme/desk" },
  response: "lines",
  notes: ["Threads of acme/desk"],
  cautions: [],
};

interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly redirect: string;
}

type Program = (fetch: (url: string, init: Omit<Sent, "url">) => unknown, env: object, print: object) => Promise<void>;

const AsyncFunction: new (...parts: readonly string[]) => Program = Object.getPrototypeOf(
  async () => undefined,
).constructor;

interface Ran {
  readonly sent: readonly Sent[];
  readonly printed: readonly string[];
}

/** Runs a TypeScript program in this process, with a response in these chunks. */
async function run(
  text: string,
  pieces: readonly Uint8Array[] = [],
  env: object = { WANDB_API_KEY: "key:ü", WEAVE_USERNAME: "me" },
): Promise<Ran> {
  const sent: Sent[] = [];
  const printed: string[] = [];
  const answer = (url: string, init: Omit<Sent, "url">) => {
    sent.push({ url, ...init });
    return new Response(pieces.length === 0 ? "{}" : ReadableStream.from(pieces));
  };
  const program = new AsyncFunction("fetch", "process", "console", stripTypeScriptTypes(text));
  await program(answer, { env }, { log: (line: string) => printed.push(line) });
  return { sent, printed };
}

test("TypeScript sends any body to any URL, regardless of its notes", async () => {
  await fc.assert(
    fc.asyncProperty(oddJson, oddText, fc.array(oddText), fc.array(oddText), async (body, path, notes, cautions) => {
      const url = `https://host/${path}`;
      const { sent } = await run(typescriptText({ ...plain, url, body, notes, cautions }));
      assert.equal(sent.length, 1);
      assert.equal(sent[0]?.url, url);
      assert.equal(sent[0]?.body, JSON.stringify(body));
    }),
  );
});

test("TypeScript sends the key from the environment as Basic in UTF-8, and follows no redirect", async () => {
  const { sent } = await run(typescriptText(plain));
  assert.deepEqual(sent[0]?.headers, {
    Authorization: `Basic ${Buffer.from("api:key:ü").toString("base64")}`,
    "Content-Type": "application/json",
  });
  assert.equal(sent[0]?.redirect, "error");
  const other = await run(typescriptText({ ...plain, username: null }));
  assert.equal(other.sent[0]?.headers.Authorization, `Basic ${Buffer.from("me:key:ü").toString("base64")}`);
});

for (const missing of ["WANDB_API_KEY", "WEAVE_USERNAME"]) {
  test(`TypeScript reports that ${missing} is not set, and sends nothing`, async () => {
    const env = { WANDB_API_KEY: "key", WEAVE_USERNAME: "me", [missing]: "" };
    await assert.rejects(run(typescriptText({ ...plain, username: null }), [], env), {
      message: `${missing} is not set.`,
    });
  });
}

test("TypeScript prints each row once, however the response is split or ends", async () => {
  const row = fc.record({ thread_id: oddText.map((id) => id.toWellFormed()), turn_count: fc.nat() });
  await fc.assert(
    fc.asyncProperty(fc.array(row), fc.array(fc.nat(), { minLength: 1 }), fc.boolean(), async (rows, cuts, ended) => {
      const lines = rows.map((each) => JSON.stringify(each));
      const bytes = Buffer.from(`${lines.join("\n")}${ended ? "\n\n" : ""}`);
      const places = [...cuts.map((cut) => cut % (bytes.length + 1)), 0, bytes.length].toSorted((a, b) => a - b);
      const pieces = places.slice(1).map((place, index) => bytes.subarray(places[index], place));
      assert.deepEqual((await run(typescriptText(plain), pieces)).printed, lines);
    }),
  );
});

test("TypeScript prints a count as JSON", async () => {
  const { printed } = await run(typescriptText({ ...plain, response: "object" }), [Buffer.from('{"count": 3}')]);
  assert.deepEqual(printed, ['{"count":3}']);
});

test("cautions are comments like the notes in TypeScript", () => {
  const text = typescriptText({ ...plain, cautions: ["At most the first 100"] });
  assert.ok(
    text.startsWith("// Threads of acme/desk\n// At most the first 100\nif (!process.env.WANDB_API_KEY)"),
    text,
  );
});

test("Python sends any body to any URL, regardless of its notes", () => {
  fc.assert(
    fc.property(oddJson, oddText, fc.array(oddText), fc.array(oddText), (body, path, notes, cautions) => {
      const url = `https://host/${path}`;
      const text = pythonText({ ...plain, url, body, notes, cautions });
      const comments = [...notes, ...cautions].map(() => "#[^\\n\\r\\f\\v\\u2028\\u2029]*\\n").join("");
      const check = 'if not os\\.environ\\.get\\("WANDB_API_KEY"\\):\\n    sys\\.exit\\(".+"\\)\\n';
      const [opening = ""] = new RegExp(`^(?:import \\S+\\n)+\\n${comments}${check}\\nbody = `).exec(text) ?? [];
      assert.notEqual(opening, "");
      const readBody = readPython(text, opening.length);
      assert.equal(JSON.stringify(readBody.value), JSON.stringify(body));
      const between = '\ncredentials = "api:" + os.environ["WANDB_API_KEY"]\n';
      assert.ok(text.startsWith(between, readBody.end));
      const call = "urllib.request.Request(\n    ";
      const readUrl = readPython(text, text.indexOf(call, readBody.end) + call.length);
      assert.equal(readUrl.value, url);
      assert.ok(text.startsWith(",\n    data=json.dumps(body).encode(),\n", readUrl.end));
    }),
  );
});

const python = `import base64
import json
import os
import sys
import urllib.error
import urllib.request

# Threads of acme/desk
if not os.environ.get("WANDB_API_KEY"):
    sys.exit("WANDB_API_KEY is not set.")

body = {"project_id": "acme/desk"}
credentials = "api:" + os.environ["WANDB_API_KEY"]
authorization = "Basic " + base64.b64encode(credentials.encode()).decode()

request = urllib.request.Request(
    "https://trace.wandb.ai/threads/stream_query",
    data=json.dumps(body).encode(),
    headers={"Content-Type": "application/json"},
)
request.add_unredirected_header("Authorization", authorization)
try:
    with urllib.request.urlopen(request, timeout=60) as response:
        for line in response:
            if line.strip():
                thread = json.loads(line)
                print(json.dumps(thread), flush=True)
except urllib.error.HTTPError as error:
    sys.exit(f"{error}: {error.read().decode()}")
`;

const pythonChanges: readonly (readonly [
  what: string,
  request: Partial<SnippetRequest>,
  changes: readonly (readonly [from: string, to: string])[],
])[] = [
  ["a list", {}, []],
  [
    "one object",
    { response: "object" },
    [
      [
        `        for line in response:
            if line.strip():
                thread = json.loads(line)
                print(json.dumps(thread), flush=True)
`,
        `        count = json.load(response)
        print(json.dumps(count))
`,
      ],
    ],
  ],
  [
    "a caution",
    { cautions: ["At most the first 100"] },
    [["# Threads of acme/desk\n", "# Threads of acme/desk\n# At most the first 100\n"]],
  ],
  [
    "another user name",
    { username: null },
    [
      [
        'if not os.environ.get("WANDB_API_KEY"):\n',
        `if not os.environ.get("WEAVE_USERNAME"):
    sys.exit("WEAVE_USERNAME is not set.")
if not os.environ.get("WANDB_API_KEY"):
`,
      ],
      ['"api:" + ', 'os.environ["WEAVE_USERNAME"] + ":" + '],
    ],
  ],
];

for (const [what, request, changes] of pythonChanges) {
  test(`the whole program in Python: ${what}`, () => {
    const expected = changes.reduce((text, [from, to]) => text.replace(from, to), python);
    assert.equal(pythonText({ ...plain, ...request }), expected);
  });
}
