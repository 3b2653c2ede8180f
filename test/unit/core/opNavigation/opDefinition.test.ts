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

/** `¦` marks the name of each op's function in a text that follows an import; `names` are the likeliest ones. */
type Case = readonly [what: string, text: string, names: readonly string[]];

const python: readonly Case[] = [
  ["a bare decorator", "@weave.op\ndef ¦answer(q): pass", ["answer"]],
  ["a called decorator", "@weave.op()\ndef ¦answer(q): pass", ["answer"]],
  ["spaces in a decorator", "@ weave . op ( )\ndef ¦answer(q): pass", ["answer"]],
  ["a name", `@weave.op(name="ask again")\ndef ¦answer(q): pass`, ["ask again"]],
  [
    "a name on a separate line, in single quotes, after a call",
    "@weave.op(\n  postprocess_inputs=partial(f, name='no'),\n  name='yes',\n)\ndef ¦answer(q): pass",
    ["yes"],
  ],
  ["a computed name", `@weave.op(name=f"{x}")\ndef ¦a(): pass\n@weave.op(name=NAME)\ndef ¦b(): pass`, ["a", "b"]],
  ["a function in a call", "¦ask = weave.op(answer)\nx = answer(weave.op)", ["answer"]],
  ["a lambda with a name in a call", 'from weave import op\n¦ask: Op = op(lambda q: q, name="ask me")', ["ask me"]],
  ["a call of a decorator", "¦ask = weave.op()(shop.answer)", ["answer"]],
  ["an async function", "@weave.op\nasync def ¦answer(q):\n  pass", ["answer"]],
  ["an imported op", "from weave import op\n@op\ndef ¦answer(q): pass", ["answer"]],
  [
    "an op imported under another name, in parentheses",
    "from weave import (\n  init,\n  op as traced,  # ours\n)\n@traced()\ndef ¦answer(q): pass",
    ["answer"],
  ],
  ["the library imported under another name", "import os, weave as wv\n@wv.op\ndef ¦answer(q): pass", ["answer"]],
  [
    "an op of another library",
    "from other import op\n@op\ndef a(): pass\n@other.op\ndef b(): pass\n@weave.ops\ndef c(): pass",
    [],
  ],
  [
    "other decorators, with comments and blank lines between",
    `@retry(times=3)\n@weave.op\n# really\n\n@cache(\n  key=")"\n)\ndef ¦answer(q): pass`,
    ["answer"],
  ],
  [
    "methods, static and class methods, a nested class",
    [
      "class Bot(weave.Model):",
      "    @weave.op",
      "    def ¦respond(self, q):",
      "        pass",
      "    @staticmethod",
      "    @weave.op",
      "    def ¦clean(q): pass",
      "    class Inner:",
      "        @weave.op()",
      "        async def ¦run(",
      "            self,",
      "            q,",
      "        ):",
      "            pass",
      "    @weave.op",
      "    def ¦last(self): pass",
    ].join("\n"),
    ["Bot.respond", "clean", "Bot.Inner.run", "Bot.last"],
  ],
  [
    "a function in a function, and one after a class",
    [
      "class Bot:",
      "  def make(self):",
      "    @weave.op",
      "    def ¦inner(self): pass",
      "    return inner",
      "if True:",
      "  @weave.op",
      "  def ¦later(self): pass",
    ].join("\n"),
    ["inner", "later"],
  ],
  [
    "strings and comments that look like ops",
    `"""\n@weave.op\ndef no(): pass\n"""\n# @weave.op\ndef nor(): pass\nx = '''\n@weave.op\n'''\ndef never(): pass`,
    [],
  ],
  ["a decorated class", "@weave.op\nclass A: pass\ndef f(): pass", []],
  ["a decorator before a statement", "@weave.op\nx = 1\ndef f(): pass", []],
  ["an unclosed bracket", "x = call(\n@weave.op\ndef ¦answer(q): pass\ny = [", ["answer"]],
  ["non-Latin letters", "@weave.op\ndef ¦größe_日本(q): pass", ["größe_日本"]],
  ["Windows line ends", "import weave\r\n@weave.op\r\ndef ¦answer(q):\r\n  pass\r\n", ["answer"]],
];

const script: readonly Case[] = [
  ["a named function", "const x = weave.op(async function ¦answer(q) {});", ["answer"]],
  [
    "an arrow function",
    "import weave from 'weave';\nexport const ¦answer: Op<(q: string) => string> = weave.op(async (q) => q);",
    ["answer"],
  ],
  [
    "a function that is defined elsewhere",
    "async function ¦answer(q) { return q; }\nexport const traced = weave.op(answer);",
    ["answer"],
  ],
  [
    "options with a name",
    `const ¦answer = (q) => q;\nweave.op(answer, { parameterNames: ['name'], summarize: ({ name: 'no' }), name: "ask again" });`,
    ["ask again"],
  ],
  ["a name in a template literal", "const ¦a = weave.op((q) => q, { name: `asked` });", ["asked"]],
  ["a type argument", "const ¦a = weave.op<typeof b>((q) => q);", ["a"]],
  [
    "an op imported under its own or another name",
    `import { init, op as traced } from 'weave';\nconst { op } = require("weave");\nconst ¦a = traced(() => 1);\nconst ¦b = op(() => 1);`,
    ["a", "b"],
  ],
  [
    "the library under another name",
    `import * as w from "weave";\nconst v = require('weave');\nconst ¦a = w.op(() => 1), ¦b = v.op(() => 1);`,
    ["a", "b"],
  ],
  [
    "an op of something else",
    "import { op } from 'rxjs';\nimport 'weave';\nop(function no() {});\nother.weave.op(function nor() {});",
    [],
  ],
  [
    "a method bound in a constructor",
    [
      "class Bot extends Base<{ a: 1 }> {",
      "  constructor() {",
      "    super();",
      "    this.respond = weave.op(this, this.respond);",
      "    this.other = weave.op(this.other.bind(this));",
      "  }",
      "  async ¦respond(q: string): Promise<string> {",
      "    if (q) { return '}'; }",
      "  }",
      "  ¦other() {}",
      "}",
    ].join("\n"),
    ["Bot.respond", "other"],
  ],
  [
    "a member of a class, and of an object",
    "class Bot {\n  ¦answer = weave.op(async (q) => q);\n}\nconst all = {\n  ¦first: weave.op(async (q) => q),\n};",
    ["answer", "first"],
  ],
  [
    "decorators",
    [
      "class Bot {",
      "  @weave.op",
      "  async ¦respond(q: string) { return q; }",
      "  @weave.op({ name: 'cleaned' })",
      "  @other({ a: '{' }) @third",
      "  private static async *¦clean<T>(q: T) {}",
      "}",
    ].join("\n"),
    ["Bot.respond", "cleaned"],
  ],
  [
    "strings, templates, regular expressions and comments that look like ops or quotes",
    [
      "const s = 'weave.op(function no() {})';",
      `const t = \`weave.op(function nor() {}) \${a ? \`}\` : { b: '\`' }.b} weave.op(function never() {})\`;`,
      "// weave.op(function no() {})",
      "/* weave.op(function no() {}) */",
      "const r = /weave.op(function no() {})[/'\"`]/;",
      "const d = a / b; const e = 'x'.length / 2;",
      "weave.op(function ¦yes() {});",
    ].join("\n"),
    ["yes"],
  ],
  [
    "a decorated field, which is no op, before a method",
    "class Bot {\n  @weave.op answer = async (q) => q;\n  other() {}\n}",
    [],
  ],
  [
    "a method with objects in its types",
    "class Bot extends Base<Record<string, { a: 1 }>> {\n  @weave.op()\n  async ¦answer(q: { a: 1 }): Promise<{ a: 1 }> {}\n}",
    ["Bot.answer"],
  ],
  [
    "templates in the code of templates, with braces and regular expressions",
    `const a = \`\${b.map((c) => { return { d: \`}\${/[\`]/.test(c)}\` }; })}\`;\nweave.op(function ¦e() {});`,
    ["e"],
  ],
  [
    "a backtick in a string in the code of a template on several lines",
    `const a = \`\${\n  "\`"\n}\`;\nweave.op(function ¦b() {});`,
    ["b"],
  ],
  [
    "functions of the same name",
    "function a() {}\nfunction ¦a() {}\nweave.op(a);\nweave.op(function ¦a() {});",
    ["a", "a"],
  ],
  ["a template with unfinished code", `const a = \`\${b\`;\nweave.op(function ¦c() {});`, ["c"]],
  ["an op without a name", "export default weave.op(() => 1);", []],
  ["an unfinished call", "const a = weave.op(", []],
  [
    "a call in a conditional expression before a block",
    "function ¦f() {}\nconst x = y ? f(1) : null\nif (x) { }\nweave.op(f);",
    ["f"],
  ],
];

const tables: readonly (readonly [OpLanguage, imported: string, readonly Case[]])[] = [
  ["python", "import weave\n", python],
  ["script", "import * as weave from 'weave';\n", script],
];

for (const [language, imported, cases] of tables) {
  for (const [what, marked, names] of cases) {
    test(`${language}: ${what}`, () => {
      const text = (imported + marked).replaceAll("¦", "");
      const found = opDefinitions(text, language);
      const shown = found.reduceRight((rest, { at }) => `${rest.slice(0, at)}¦${rest.slice(at)}`, text);
      assert.deepEqual([shown, found.map((op) => op.names[0])], [imported + marked, names]);
    });
  }
}

test("a file without the library has no ops", () =>
  assert.deepEqual(opDefinitions("@op\ndef answer(q): pass", "python"), []));

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
  const scriptPieces = "weave.op|@weave.op|(|)|{|}|`|class A {|function f|name: |this|//|/*|*/|/".split("|");
  const pythonPieces = `'|"|'''|"""|\\|#|\n|  |def f|class A:|name=|,|=|import weave|\${`.split("|");
  const pieces = fc.constantFrom(...scriptPieces, ...pythonPieces);
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
  const notified = { names: ["answer", "Bot.reply"] } as const;
  const method = { names: ["Bot.answer", "answer"] } as const;
  const other = { names: ["other"] } as const;
  assert.deepEqual(bestMatches([other], "answer"), []);
  assert.deepEqual(bestMatches([method, notified, other], "answer"), [notified]);
  assert.deepEqual(bestMatches([method, other], "answer"), [method]);
  assert.deepEqual(bestMatches([notified, notified], "answer"), [notified, notified]);
  assert.deepEqual(bestMatches([method, notified], "openai.chat.completions.answer"), []);
  assert.deepEqual(bestMatches([], "answer"), []);
  assert.equal(bestMatches([{ names: ["ask again"] }], "ask-again").length, 1);
  assert.equal(bestMatches([{ names: ["--"] }], "  ").length, 0);
});
