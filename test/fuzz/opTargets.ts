import assert from "node:assert/strict";
import fc from "fast-check";
import { type OpLanguage, opDefinitions } from "../../src/core/opNavigation/opDefinition.ts";
import { textOf } from "./anyText.ts";
import { target } from "./target.ts";

interface Source {
  readonly language: OpLanguage;
  readonly text: string;
}

const python = [
  ..."import weave;from weave import op;@weave.op;@weave.op();@op;class A:;def f(self, x):;async def g():;pass;if x:".split(
    ";",
  ),
  ...['@weave.op(name="N")', "# it's", '"""', "'''", '"', "'", "\\", "(", ")", "[", "]", "{", "}", "    ", "\t", ","],
];
const script = [
  ..."import * as weave from 'weave';import { op as o } from 'weave'|const f = weave.op(|async (x) => {|function f(a) {".split(
    "|",
  ),
  ..."@weave.op|class A {|weave.op(f, { name: 'N' })|}|{|(|)|[|]|`|${|'|\"|/|//|/*|*/|\\|,|;|=|:|f(|o(this, |<T>|return ".split(
    "|",
  ),
];

export const opFragments: Readonly<Record<OpLanguage, readonly string[]>> = { python, script };

const sourceOf = (language: OpLanguage) =>
  textOf([...opFragments[language], "\n", "\n", "\r\n"], 25).map((text) => ({
    language,
    text: `weave\n${text}`,
  }));

const comment = { python: '# it\'s "a" (comment\n', script: '// it\'s "a" (comment\n' } as const;

export const anySourceTarget = target<Source>("ops in any source", {
  share: 3,
  inputs: fc.oneof(sourceOf("python"), sourceOf("script")),
  outcome: ({ text, language }) => opDefinitions(text, language),
  holds: ({ text, language }) => {
    const ops = opDefinitions(text, language);
    let last = 0;
    for (const { names, start, end, at } of ops) {
      assert.ok(last <= start && start < end && end <= text.length, `${start} to ${end}`);
      assert.ok(at >= 0 && at < text.length, `${at}`);
      assert.ok(names.every((name) => name !== ""));
      last = start;
    }
    // Each op needs its own decorator or call.
    assert.ok(ops.length <= text.split(/@|\(/).length);
    const { length } = comment[language];
    assert.deepEqual(
      opDefinitions(comment[language] + text, language),
      ops.map((op) => ({ ...op, start: op.start + length, end: op.end + length, at: op.at + length })),
    );
  },
  found: [],
});

/** A statement, and the likeliest names of its ops. `$` is a name of its own. */
type Statement = readonly [text: string, ...names: readonly string[]];

const pythonStatements: readonly Statement[] = [
  ["@weave.op\ndef $(x):\n    return x\n", "$"],
  ["@weave.op()\nasync def $(x):\n    return [x, (x)]\n", "$"],
  ['@weave.op(name="n-$", call_display_name="it\'s")\ndef f(x): ...\n', "n-$"],
  ["@other\n@op\n@more(1,\n  2)\ndef $(x):\n    pass\n", "$"],
  ["class $:\n    @weave.op\n    def run(self):\n        @weave.op\n        def inner(): pass\n", "$.run", "inner"],
  ["if True:\n\t@weave.op\n\tdef $(x):\n\t\tpass\n", "$"],
  ["def $(x):\n    return x\n"],
  ["$ = '@weave.op\\\n  def a(): pass'\n"],
  ['$ = """\n@weave.op\ndef a(): pass\n"""\n'],
  ["$ = r'\\'; b = f\"{x}'\"\n"],
  ["# @weave.op def a(): it's\n"],
  ["$ = {'a': [1, (2,\n  3)], \"b\": ')'}\n"],
  ["@weave.opt\ndef $(): pass\n"],
  ["@weave.op.other\ndef $(): pass\n"],
];
const scriptStatements: readonly Statement[] = [
  ["const $ = weave.op(async (x: string) => { return x; });\n", "$"],
  [`const $ = weave.op(function (x) { return \`}\${x}\`; }, { name: 'n-$' });\n`, "n-$"],
  ["function $(x) { return x; }\nconst o$ = op($);\n", "$"],
  ['const $ = op(function own$(x) { return /[)/"]/.test(x); });\n', "own$"],
  ["class $ {\n  @weave.op\n  run(x) { return x; }\n}\n", "$.run"],
  ["class $ {\n  run = weave.op(async () => 1);\n}\n", "run"],
  ["const $ = weave.op<[string], number>((a) => 1);\n", "$"],
  ["const $ = 'weave.op(f)';\n"],
  [`const $ = \`weave.op(f) \${'\`}'} \\\`\`;\n`],
  [`const $ = \`\${weave2.op(f)}\`;\n`],
  ["const $ = a / b; // weave.op(f) it's\n"],
  ["/* weave.op(f) \" ' ` */\n"],
  ["const $ = /weave.op(f)['\"`]/g;\n"],
  ["const $ = { a: [1, (2)], b: ')' };\n"],
  ["if (x) { y(); } else { z(); }\n"],
];

interface Program extends Source {
  readonly names: readonly string[];
}

function programs(language: OpLanguage, head: string, statements: readonly Statement[]): fc.Arbitrary<Program> {
  return fc.tuple(fc.array(fc.constantFrom(...statements), { maxLength: 8 }), fc.boolean()).map(([chosen, windows]) => {
    const named = chosen.map((statement, index) => statement.map((part) => part.replaceAll(/\$(?!\{)/g, `f${index}`)));
    const text = head + named.map(([code]) => code).join("");
    const names = named.flatMap(([, ...found]) => found);
    return { language, text: windows ? text.replaceAll("\n", "\r\n") : text, names };
  });
}

function likeliest({ text, language }: Source): readonly string[] {
  return opDefinitions(text, language).map(({ names: [name] }) => name);
}

export const programTarget = target<Program>("ops of a program", {
  share: 3,
  inputs: fc.oneof(
    programs("python", "import weave\nfrom weave import op\n", pythonStatements),
    programs("script", "import * as weave from 'weave';\nimport { op } from 'weave';\n", scriptStatements),
  ),
  outcome: likeliest,
  holds: (program) => {
    assert.deepEqual(likeliest(program), program.names);
    const { text, language } = program;
    for (const { start, at, end } of opDefinitions(text, language)) assert.ok(at < text.length && start < end);
  },
  found: [
    [
      "a backtick in a string inside a template ends no template",
      {
        language: "script",
        text:
          "import * as weave from 'weave';\nconst a = `$" +
          "{'`'}`;\nconst b = weave.op(f);\nconst c = `$" +
          "{'`'}`;\n",
        names: ["f"],
      },
      ["f"],
    ],
  ],
});
