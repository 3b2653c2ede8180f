import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseProjectId } from "../../../../src/core/query/projectId.ts";
import {
  bySearchOrder,
  type MentioningFile,
  mentionedProjects,
  projectMentions,
} from "../../../../src/core/session/projectMentions.ts";

const named: readonly (readonly [
  file: string,
  text: string,
  projects: readonly string[],
  entities?: readonly string[],
])[] = [
  ["app.py", 'import weave\nweave.init("acme/desk")', ["acme/desk"]],
  ["app.py", "weave.init('desk')", ["desk"]],
  ["app.py", "client = weave . init(\n    project_name = r'acme/desk',\n)", ["acme/desk"]],
  ["app.ts", "await weave.init(`acme/desk`);", ["acme/desk"]],
  ["notes.ipynb", '"source": ["weave.init(\\"acme/desk\\")\\n"]', ["acme/desk"]],
  ["app.py", 'weave.init("acme/desk")\nweave.init("acme/desk")\nweave.init("acme/shop")', ["acme/desk", "acme/shop"]],
  ["app.py", 'os.environ["WANDB_PROJECT"] = "desk"\nos.environ.setdefault("WANDB_ENTITY", "acme")', ["desk"], ["acme"]],
  ["launch.json", '{"env": {"WANDB_PROJECT": "desk", "WANDB_ENTITY": "acme"}}', ["desk"], ["acme"]],
  ["app.ts", "process.env.WANDB_PROJECT = 'acme/desk'", ["acme/desk"]],
  [".env", "WANDB_PROJECT=desk\r\nWANDB_ENTITY=acme # team\r\n", ["desk"], ["acme"]],
  [".env.local", "export WANDB_PROJECT='desk'\n", ["desk"]],
  ["compose.yml", "environment:\n  WANDB_PROJECT: desk\n  - WANDB_ENTITY=acme\n", ["desk"], ["acme"]],
  ["Dockerfile.env", "ENV WANDB_PROJECT=acme/desk", ["acme/desk"]],
  // Neither names nor addresses of services, keys and users.
  [".env", "WANDB_BASE_URL=https://evil.example\nWANDB_API_KEY=0123\nWANDB_USERNAME=eve\nWF_TRACE_SERVER_URL=a/b", []],
  [".env", "WANDB_PROJECT=https://evil.example/a\nWANDB_ENTITY=a/b", [], []],
  // Placeholders, variables and templates.
  ["app.py", "weave.init(project)\nweave.init(f'{entity}/desk')\nweave.init('<entity>/<project>')", []],
  ["app.ts", "weave.init(`$" + "{entity}/desk`)\nconst WANDB_PROJECT = config", []],
  ["app.py", "WANDB_PROJECT = config.project\nWANDB_PROJECT=desk", []],
  [".env", "WANDB_PROJECT=$" + "{PROJECT}\nWANDB_PROJECT=\n#WANDB_PROJECT=old\nMY_WANDB_PROJECTS=x", []],
  ["app.py", 'weave.init("a/b/c")\nweave.init("a b/c")\nweave.init("../etc")\nweave.init("/a")\nweave.init("a/")', []],
  ["app.py", 'weave.init("ac\u202eme/desk")\nweave.init("аcme/desk")', []],
  ["app.py", "weave.initialize('acme/desk')\nmyweave.init('acme/desk')\nother.init('acme/desk')", []],
];
for (const [file, text, projects, entities = []] of named) {
  test(`${file} with ${JSON.stringify(text)} names ${JSON.stringify(projects)}`, () =>
    assert.deepEqual(projectMentions(text, file), { projects, entities }));
}

const file = (name: string, projects: readonly string[], entities: readonly string[] = []): MentioningFile => {
  return { name, projects, entities };
};
const offers: readonly (readonly [sentence: string, files: readonly MentioningFile[], expected: readonly string[]])[] =
  [
    ["nothing", [], []],
    [
      "whole names, in the order of the files",
      [file("a.py", ["x/y"]), file("b.py", ["a/b", "x/y"])],
      ["x/y a.py", "a/b b.py"],
    ],
    [
      "a name alone with the entity of another file",
      [file("a.py", ["desk"]), file(".env", [], ["acme"])],
      ["acme/desk a.py"],
    ],
    ["a name alone with the entity of the latest project", [file("a.py", ["desk"])], ["latest/desk a.py"]],
    ["each of several entities", [file(".env", ["desk"], ["acme", "beta"])], ["acme/desk .env", "beta/desk .env"]],
    [
      "no more than ten",
      [
        file(
          "a.py",
          Array.from({ length: 30 }, (_, index) => `a/p${index}`),
        ),
      ],
      Array.from({ length: 10 }, (_, index) => `a/p${index} a.py`),
    ],
  ];
for (const [sentence, files, expected] of offers) {
  test(`offered: ${sentence}`, () => {
    const offered = mentionedProjects(files, ["latest/one", "other/two"]);
    assert.deepEqual(
      offered.map(({ project, from }) => `${project} ${from}`),
      expected,
    );
  });
}

test("files of the active editor's folder come first, then those near the root", () => {
  const ordered = ["/a/x.py", "/b/src/x.py", "/b/y.py", "/b/x.py", "/a/.env"]
    .map((path) => ({ path, isActive: path.startsWith("/b/") }))
    .toSorted(bySearchOrder);
  assert.deepEqual(
    ordered.map(({ path }) => path),
    ["/b/x.py", "/b/y.py", "/b/src/x.py", "/a/.env", "/a/x.py"],
  );
});

test("a name alone is not offered without any entity", () => {
  assert.deepEqual(mentionedProjects([file("a.py", ["desk"])], []), []);
});

test("only project IDs are offered, whatever a file contains, and reading takes no longer than its length", () => {
  const word = fc.constantFrom(
    ..."weave|.init(|\"|'|acme/desk|WANDB_PROJECT|WANDB_ENTITY|=|:| |\n|https://|\\".split("|"),
  );
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(word, { maxLength: 40 }).map((words) => words.join("")),
  );
  fc.assert(
    fc.property(text, fc.constantFrom("a.py", ".env"), (content, name) => {
      for (const { project } of mentionedProjects([{ name, ...projectMentions(content, name) }], ["a/b"]))
        assert.ok(parseProjectId(project) === project && /^[\w.-]+\/[\w.-]+$/.test(project));
    }),
  );
  const long = 300_000;
  for (const [piece, name] of [
    ["weave.init(", "a.py"],
    ["weave . init ( ", "a.py"],
    [" ", ".env"],
    ["\n", ".env"],
    ["WANDB_PROJECT = ", ".env"],
    ["a", ".env"],
  ] as const) {
    const start = performance.now();
    projectMentions(`weave WANDB_PROJECT=${piece.repeat(long)}`, name);
    assert.ok(performance.now() - start < 2_000, piece);
  }
});
