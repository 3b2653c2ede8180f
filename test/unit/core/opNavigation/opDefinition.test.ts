import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  bestMatches,
  definitionAt,
  longestSource,
  type OpLanguage,
  opDefinitions,
  opLanguage,
  publishedName,
} from "../../../../src/core/opNavigation/opDefinition.ts";

interface Case {
  readonly what: string;
  readonly text: string;
  /** For each op: its likeliest name, and the line (from 1) and column (from 0) of the function's name. */
  readonly ops: readonly (readonly [name: string, line: number, column: number])[];
}

const python: readonly Case[] = [
  { what: "a bare decorator", text: "import weave\n@weave.op\ndef answer(q): pass", ops: [["answer", 3, 4]] },
  { what: "a called decorator", text: "import weave\n@weave.op()\ndef answer(q): pass", ops: [["answer", 3, 4]] },
  {
    what: "spaces in a decorator",
    text: "import weave\n@ weave . op ( )\ndef answer(q): pass",
    ops: [["answer", 3, 4]],
  },
  {
    what: "a name",
    text: 'import weave\n@weave.op(name="ask again")\ndef answer(q): pass',
    ops: [["ask again", 3, 4]],
  },
  {
    what: "a name on a separate line, in single quotes, after a call",
    text: "import weave\n@weave.op(\n  postprocess_inputs=partial(f, name='no'),\n  name='yes',\n)\ndef answer(q): pass",
    ops: [["yes", 6, 4]],
  },
  {
    what: "a computed name",
    text: 'import weave\n@weave.op(name=f"{x}")\ndef a(): pass\n@weave.op(name=NAME)\ndef b(): pass',
    ops: [
      ["a", 3, 4],
      ["b", 5, 4],
    ],
  },
  {
    what: "an async function",
    text: "import weave\n@weave.op\nasync def answer(q):\n  pass",
    ops: [["answer", 3, 10]],
  },
  { what: "an imported op", text: "from weave import op\n@op\ndef answer(q): pass", ops: [["answer", 3, 4]] },
  {
    what: "an op imported under another name, in parentheses",
    text: "from weave import (\n  init,\n  op as traced,  # ours\n)\n@traced()\ndef answer(q): pass",
    ops: [["answer", 6, 4]],
  },
  {
    what: "the library imported under another name",
    text: "import os, weave as wv\n@wv.op\ndef answer(q): pass",
    ops: [["answer", 3, 4]],
  },
  {
    what: "an op of another library",
    text: "import weave\nfrom other import op\n@op\ndef a(): pass\n@other.op\ndef b(): pass\n@weave.ops\ndef c(): pass",
    ops: [],
  },
  {
    what: "other decorators, with comments and blank lines between",
    text: 'import weave\n@retry(times=3)\n@weave.op\n# really\n\n@cache(\n  key=")"\n)\ndef answer(q): pass',
    ops: [["answer", 9, 4]],
  },
  {
    what: "methods, static and class methods, a nested class",
    text: [
      "import weave",
      "class Bot(weave.Model):",
      "    @weave.op",
      "    def respond(self, q):",
      "        pass",
      "    @staticmethod",
      "    @weave.op",
      "    def clean(q): pass",
      "    class Inner:",
      "        @weave.op()",
      "        async def run(",
      "            self,",
      "            q,",
      "        ):",
      "            pass",
      "    @weave.op",
      "    def last(self): pass",
    ].join("\n"),
    ops: [
      ["Bot.respond", 4, 8],
      ["clean", 8, 8],
      ["Bot.Inner.run", 11, 18],
      ["Bot.last", 17, 8],
    ],
  },
  {
    what: "a function in a function, and one after a class",
    text: [
      "import weave",
      "class Bot:",
      "  def make(self):",
      "    @weave.op",
      "    def inner(self): pass",
      "    return inner",
      "if True:",
      "  @weave.op",
      "  def later(self): pass",
    ].join("\n"),
    ops: [
      ["inner", 5, 8],
      ["later", 9, 6],
    ],
  },
  {
    what: "strings and comments that look like ops",
    text: "import weave\n\"\"\"\n@weave.op\ndef no(): pass\n\"\"\"\n# @weave.op\ndef nor(): pass\nx = '''\n@weave.op\n'''\ndef never(): pass",
    ops: [],
  },
  { what: "a decorated class", text: "import weave\n@weave.op\nclass A: pass\ndef f(): pass", ops: [] },
  { what: "a decorator before a statement", text: "import weave\n@weave.op\nx = 1\ndef f(): pass", ops: [] },
  {
    what: "an unclosed bracket",
    text: "import weave\nx = call(\n@weave.op\ndef answer(q): pass\ny = [",
    ops: [["answer", 4, 4]],
  },
  {
    what: "non-Latin letters",
    text: "import weave\n@weave.op\ndef größe_日本(q): pass",
    ops: [["größe_日本", 3, 4]],
  },
  {
    what: "Windows line ends",
    text: "import weave\r\n@weave.op\r\ndef answer(q):\r\n  pass\r\n",
    ops: [["answer", 3, 4]],
  },
  { what: "a file without the library", text: "@op\ndef answer(q): pass", ops: [] },
];

const script: readonly Case[] = [
  {
    what: "a named function",
    text: "import * as weave from 'weave';\nconst x = weave.op(async function answer(q) {});",
    ops: [["answer", 2, 34]],
  },
  {
    what: "an arrow function",
    text: "import weave from 'weave';\nexport const answer: Op<(q: string) => string> = weave.op(async (q) => q);",
    ops: [["answer", 2, 13]],
  },
  {
    what: "a function that is defined elsewhere",
    text: "import * as weave from 'weave';\nasync function answer(q) { return q; }\nexport const traced = weave.op(answer);",
    ops: [["answer", 2, 15]],
  },
  {
    what: "options with a name",
    text: "import * as weave from 'weave';\nconst answer = (q) => q;\nweave.op(answer, { parameterNames: ['name'], summarize: ({ name: 'no' }), name: \"ask again\" });",
    ops: [["ask again", 2, 6]],
  },
  {
    what: "a name in a template literal",
    text: "import * as weave from 'weave';\nconst a = weave.op((q) => q, { name: `asked` });",
    ops: [["asked", 2, 6]],
  },
  {
    what: "a type argument",
    text: "import * as weave from 'weave';\nconst a = weave.op<typeof b>((q) => q);",
    ops: [["a", 2, 6]],
  },
  {
    what: "an op imported under its own or another name",
    text: "import { init, op as traced } from 'weave';\nconst { op } = require(\"weave\");\nconst a = traced(() => 1);\nconst b = op(() => 1);",
    ops: [
      ["a", 3, 6],
      ["b", 4, 6],
    ],
  },
  {
    what: "the library under another name",
    text: "import * as w from \"weave\";\nconst v = require('weave');\nconst a = w.op(() => 1), b = v.op(() => 1);",
    ops: [
      ["a", 3, 6],
      ["b", 3, 25],
    ],
  },
  {
    what: "an op of something else",
    text: "import { op } from 'rxjs';\nimport 'weave';\nop(function no() {});\nother.weave.op(function nor() {});",
    ops: [],
  },
  {
    what: "a method bound in a constructor",
    text: [
      "import * as weave from 'weave';",
      "class Bot extends Base<{ a: 1 }> {",
      "  constructor() {",
      "    super();",
      "    this.respond = weave.op(this, this.respond);",
      "    this.other = weave.op(this.other.bind(this));",
      "  }",
      "  async respond(q: string): Promise<string> {",
      "    if (q) { return '}'; }",
      "  }",
      "  other() {}",
      "}",
    ].join("\n"),
    ops: [
      ["Bot.respond", 8, 8],
      ["other", 11, 2],
    ],
  },
  {
    what: "a member of a class, and of an object",
    text: "import * as weave from 'weave';\nclass Bot {\n  answer = weave.op(async (q) => q);\n}\nconst all = {\n  first: weave.op(async (q) => q),\n};",
    ops: [
      ["answer", 3, 2],
      ["first", 6, 2],
    ],
  },
  {
    what: "decorators",
    text: [
      "import * as weave from 'weave';",
      "class Bot {",
      "  @weave.op",
      "  async respond(q: string) { return q; }",
      "  @weave.op({ name: 'cleaned' })",
      "  @other({ a: '{' }) @third",
      "  private static async *clean<T>(q: T) {}",
      "}",
    ].join("\n"),
    ops: [
      ["Bot.respond", 4, 8],
      ["cleaned", 7, 24],
    ],
  },
  {
    what: "strings, templates, regular expressions and comments that look like ops or quotes",
    text: [
      "import * as weave from 'weave';",
      "const s = 'weave.op(function no() {})';",
      `const t = \`weave.op(function nor() {}) \${a ? \`}\` : { b: '\`' }.b} weave.op(function never() {})\`;`,
      "// weave.op(function no() {})",
      "/* weave.op(function no() {}) */",
      "const r = /weave.op(function no() {})[/'\"`]/;",
      "const d = a / b; const e = 'x'.length / 2;",
      "weave.op(function yes() {});",
    ].join("\n"),
    ops: [["yes", 8, 18]],
  },
  {
    what: "a decorated field, which is no op, before a method",
    text: "import * as weave from 'weave';\nclass Bot {\n  @weave.op answer = async (q) => q;\n  other() {}\n}",
    ops: [],
  },
  {
    what: "a method with objects in its types",
    text: "import * as weave from 'weave';\nclass Bot extends Base<Record<string, { a: 1 }>> {\n  @weave.op()\n  async answer(q: { a: 1 }): Promise<{ a: 1 }> {}\n}",
    ops: [["Bot.answer", 4, 8]],
  },
  {
    what: "templates in the code of templates, with braces and regular expressions",
    text: `const a = \`\${b.map((c) => { return { d: \`}\${/[\`]/.test(c)}\` }; })}\`;\nweave.op(function e() {});`,
    ops: [["e", 2, 18]],
  },
  {
    what: "a backtick in a string in the code of a template on several lines",
    text: `const a = \`\${\n  "\`"\n}\`;\nweave.op(function b() {});`,
    ops: [["b", 4, 18]],
  },
  {
    what: "functions of the same name",
    text: "function a() {}\nfunction a() {}\nweave.op(a);\nweave.op(function a() {});",
    ops: [
      ["a", 2, 9],
      ["a", 4, 18],
    ],
  },
  {
    what: "a template with unfinished code",
    text: `const a = \`\${b\`;\nweave.op(function c() {});`,
    ops: [["c", 2, 18]],
  },
  { what: "an op without a name", text: "import * as weave from 'weave';\nexport default weave.op(() => 1);", ops: [] },
  { what: "an unfinished call", text: "import * as weave from 'weave';\nconst a = weave.op(", ops: [] },
];

const tables: readonly (readonly [OpLanguage, readonly Case[]])[] = [
  ["python", python],
  ["script", script],
];

for (const [language, cases] of tables) {
  for (const { what, text, ops } of cases) {
    test(`${language}: ${what}`, () => {
      const found = opDefinitions(text, language).map(({ names, at }) => {
        const before = text.slice(0, at).split("\n");
        return [names[0], before.length, before.at(-1)?.length];
      });
      assert.deepEqual(found, ops);
    });
  }
}

test("other possible op names follow the most likely one", () => {
  const methods =
    "import weave\nclass Bot:\n  @weave.op(name='told')\n  def a(self): pass\n  @weave.op\n  def b(cls): pass";
  assert.deepEqual(
    opDefinitions(methods, "python").map(({ names }) => names),
    [
      ["told", "Bot.a", "a"],
      ["b", "Bot.b"],
    ],
  );
  const kept = "import * as weave from 'weave';\nclass A {}\nconst traced = weave.op(answer);";
  assert.deepEqual(opDefinitions(kept, "script")[0]?.names, ["answer", "traced"]);
});

test("a definition ends where its function does, and an offset belongs to the innermost one", () => {
  const text = [
    "import weave",
    "@weave.op",
    "def outer():",
    "    x = '''",
    "no code''' + y",
    "    @weave.op",
    "    def inner():",
    "        return 1",
    "",
    "    return inner",
    "# between",
    "z = 1",
  ].join("\n");
  const found = opDefinitions(text, "python");
  const at = (piece: string) => definitionAt(found, text.indexOf(piece))?.names[0];
  assert.equal(at("@weave"), "outer");
  assert.equal(at("no code"), "outer");
  assert.equal(at("return 1"), "inner");
  assert.equal(at("return inner"), "outer");
  assert.equal(at("z = 1"), undefined);
  const script = "import * as weave from 'weave';\nweave.op(function a() {\n  b;\n});\nc;";
  const ops = opDefinitions(script, "script");
  assert.equal(definitionAt(ops, script.indexOf("b;"))?.names[0], "a");
  assert.equal(definitionAt(ops, script.indexOf("c;")), undefined);
  const method =
    "import weave\nclass A:\n    @weave.op\n    def b(self):\n        x = '''\ny\n'''.strip()\n        return x";
  assert.equal(definitionAt(opDefinitions(method, "python"), method.indexOf("return"))?.names[0], "A.b");
});

test("any text is read, with all offsets inside it", () => {
  const pieces = fc.constantFrom(
    ...[
      "weave.op",
      "@weave.op",
      "(",
      ")",
      "{",
      "}",
      "`",
      "${",
      "'",
      '"',
      "'''",
      '"""',
      "\\",
      "#",
      "//",
      "/*",
      "*/",
      "/",
    ],
    ...[
      "\n",
      "  ",
      "def f",
      "class A:",
      "class A {",
      "function f",
      "name=",
      "name: ",
      ",",
      "this",
      "=",
      "import weave",
    ],
  );
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 60 }),
      fc.constantFrom<OpLanguage>("python", "script"),
      (parts, language) => {
        const text = parts.join("");
        for (const { start, end, at } of opDefinitions(text, language)) {
          assert.ok(start >= 0 && start <= end && end <= text.length, `${start} ${end}`);
          assert.ok(at >= 0 && at < text.length);
        }
      },
    ),
  );
});

test("a file with more than 1,000 open brackets has no ops", () => {
  const nested = (depth: number) => `${"(".repeat(depth)}${")".repeat(depth)}\n`;
  for (const [language, op] of [
    ["python", "import weave\n@weave.op\ndef answer(q): pass\n"],
    ["script", "weave.op(function answer() {});\n"],
  ] as const) {
    assert.equal(opDefinitions(op + nested(1000), language).length, 1);
    assert.equal(opDefinitions(op + nested(1001), language).length, 0);
  }
});

test("a text longer than the limit is not read", () => {
  const text = "import weave\n@weave.op\ndef answer(q): pass\n";
  assert.equal(opDefinitions(text.padEnd(longestSource), "python").length, 1);
  assert.equal(opDefinitions(text.padEnd(longestSource + 1), "python").length, 0);
});

test("the language follows from the file name", () => {
  assert.deepEqual(
    ["a.py", "b.PYI", "c.ts", "d.jsx", "e.mjs"].map((name) => opLanguage(name)),
    ["python", "python", "script", "script", "script"],
  );
});

const published: readonly (readonly [given: string, kept: string])[] = [
  ["answer", "answer"],
  ["Bot.respond", "Bot.respond"],
  ["ask again, please", "ask-again-please"],
  ["__init__", "init"],
  ["größe 日本", "größe-日本"],
  ["a/b", "a-b"],
  ["x".repeat(200), "x".repeat(128)],
];

for (const [given, kept] of published) {
  test(`an op named ${given.slice(0, 30)} is published as ${kept.slice(0, 30)}`, () =>
    assert.equal(publishedName(given), kept));
}

test("the best matches are those with the op as their most likely name", () => {
  const told = { names: ["answer", "Bot.reply"] } as const;
  const method = { names: ["Bot.answer", "answer"] } as const;
  const other = { names: ["other"] } as const;
  assert.deepEqual(bestMatches([other], "answer"), []);
  assert.deepEqual(bestMatches([method, told, other], "answer"), [told]);
  assert.deepEqual(bestMatches([method, other], "answer"), [method]);
  assert.deepEqual(bestMatches([told, told], "answer"), [told, told]);
  assert.deepEqual(bestMatches([method, told], "openai.chat.completions.answer"), []);
  assert.deepEqual(bestMatches([], "answer"), []);
  assert.equal(bestMatches([{ names: ["ask again"] }], "ask-again").length, 1);
  assert.equal(bestMatches([{ names: ["--"] }], "  ").length, 0);
});
