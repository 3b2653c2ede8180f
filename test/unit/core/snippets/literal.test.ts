import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { literal, type Notation, pythonNotation, scriptNotation } from "../../../../src/core/snippets/literal.ts";
import type { Json } from "../../../../src/core/text/json.ts";
import { oddJson } from "./oddJson.ts";
import { readPython } from "./pythonReader.ts";

interface Language {
  readonly notation: Notation;
  /** Evaluates the text to JSON. */
  readonly read: (text: string) => string;
}

const languages: Readonly<Record<string, Language>> = {
  JavaScript: { notation: scriptNotation, read: (text) => runInNewContext(`JSON.stringify(${text})`) },
  Python: { notation: pythonNotation, read: (text) => JSON.stringify(wholePython(text)) },
};

function wholePython(text: string): Json {
  const { value, end } = readPython(text);
  assert.equal(end, text.length);
  return value;
}

for (const [language, { notation, read }] of Object.entries(languages)) {
  test(`any value survives a round trip through ${language}`, () => {
    fc.assert(
      fc.property(oddJson, fc.constantFrom("", "    "), (value, indent) => {
        assert.equal(read(literal(value, notation, indent)), JSON.stringify(value));
      }),
      { numRuns: 500 },
    );
  });

  test(`${language} has no invisible characters and none that reorder text`, () => {
    fc.assert(
      fc.property(oddJson, (value) => {
        assert.doesNotMatch(
          literal(value, notation).replaceAll("\n", ""),
          /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
        );
      }),
      { examples: [["\u202e\u2066\u200b\u{e0041}\u007f\u2028"]] },
    );
  });
}

const ids = ["3f0c1a2e-7c4b-4d7e-9a51-0f6b", "it's"];
const body = { project_id: "acme/desk", filter: { thread_ids: ids, trace_roots_only: true }, limit: null };

const layouts: readonly (readonly [Notation, string])[] = [
  [
    scriptNotation,
    `{
  "project_id": "acme/desk",
  "filter": {"thread_ids": ["3f0c1a2e-7c4b-4d7e-9a51-0f6b", "it's"], "trace_roots_only": true},
  "limit": null
}`,
  ],
  [
    pythonNotation,
    `{
    "project_id": "acme/desk",
    "filter": {"thread_ids": ["3f0c1a2e-7c4b-4d7e-9a51-0f6b", "it's"], "trace_roots_only": True},
    "limit": None
}`,
  ],
];

for (const [notation, text] of layouts) {
  test(`short values have one line, long ones a line per field: ${notation.names.null}`, () =>
    assert.equal(literal(body, notation), text));
}
