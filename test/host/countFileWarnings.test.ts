import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import {
  commands,
  type Diagnostic,
  DiagnosticSeverity,
  languages,
  Range,
  type TextDocument,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from "vscode";
import { allCalls } from "../../src/core/counts/callCondition.ts";
import { conditionsText, countRemarks, countText } from "../../src/core/counts/conditionText.ts";
import { type FileCount, tooLargeText } from "../../src/core/counts/fileCount.ts";
import type { Fault } from "../../src/core/failures/fault.ts";
import { faultText } from "../../src/core/failures/faultText.ts";
import type { CallCount } from "../../src/core/query/callQuery.ts";
import type { Operation } from "../../src/core/query/expression.ts";
import { createFormats } from "../../src/core/text/format.ts";
import { CountWarnings } from "../../src/features/countFiles/countDiagnostics.ts";
import { countLenses } from "../../src/features/countFiles/countFiles.ts";
import { queryInFile } from "../../src/features/snippets/countSnippet.ts";
import { readCountFile } from "../../src/service/schema/countFile.ts";

const formats = createFormats("en");
const latency = { $getField: "summary.weave.latency_ms" };
const cast = { $convert: { input: latency, to: "double" } } as const;

function slow(field: typeof latency | typeof cast): Operation {
  return { $gt: [field, { $literal: 5 }] };
}

let opened = 0;

/** An unsaved file, whose changes are dropped with the test: they keep it open otherwise. */
async function openFile(t: TestContext, expression: Operation): Promise<TextDocument> {
  opened += 1;
  const uri = Uri.from({ scheme: "untitled", path: `warned-${opened}.weave-count.json` });
  const document = await workspace.openTextDocument(uri);
  t.after(async () => {
    await window.showTextDocument(document);
    await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });
  const edit = new WorkspaceEdit();
  edit.insert(uri, document.positionAt(0), `${JSON.stringify({ query: { $expr: expression } }, undefined, 2)}\n`);
  const { promise: filled, resolve } = Promise.withResolvers<void>();
  const listening = workspace.onDidChangeTextDocument((change) => change.document === document && resolve());
  await workspace.applyEdit(edit);
  await filled;
  listening.dispose();
  return document;
}

/**
 * Waits for `count` different warnings in a document: change events arrive with a delay, and the extension under test
 * has the same warnings as soon as its code for count files is loaded.
 */
async function warningsOf({ uri }: TextDocument, count: number): Promise<readonly Diagnostic[]> {
  const { promise, resolve } = Promise.withResolvers<readonly Diagnostic[]>();
  const look = () => {
    const all = languages.getDiagnostics(uri).filter(({ source }) => source === "Weave");
    const found = new Map(all.map((warning) => [JSON.stringify(warning), warning]));
    if (found.size === count) resolve([...found.values()]);
  };
  const listening = languages.onDidChangeDiagnostics(look);
  look();
  try {
    return await promise;
  } finally {
    listening.dispose();
  }
}

test("a count file that casts a number has a warning at the cast, and the quick fix removes the cast", async (t) => {
  const warnings = new CountWarnings();
  try {
    const document = await openFile(t, slow(cast));
    const [warning] = await warningsOf(document, 1);
    assert.ok(warning);
    assert.equal(warning.severity, DiagnosticSeverity.Warning);
    assert.match(warning.message, /already a number/);
    assert.deepEqual(JSON.parse(document.getText(warning.range)), cast);
    assert.deepEqual(warnings.quickFixes(document, new Range(0, 0, 0, 1)), []);
    const [fix] = warnings.quickFixes(document, warning.range);
    assert.ok(fix?.edit);
    assert.deepEqual(
      [fix.title, fix.isPreferred, fix.diagnostics?.[0]?.range],
      ["Remove Conversion", true, warning.range],
    );
    await workspace.applyEdit(fix.edit);
    await warningsOf(document, 0);
    assert.equal(document.getText(), `${JSON.stringify({ query: { $expr: slow(latency) } }, undefined, 2)}\n`);
  } finally {
    warnings.dispose();
  }
});

test("a snippet of a count file omits the redundant cast", async (t) => {
  const { uri } = await openFile(t, slow(cast));
  const posts = { readCountFile };
  assert.deepEqual(await queryInFile(uri, "acme/desk", posts), {
    project: "acme/desk",
    query: { $expr: slow(latency) },
  });
});

test("a count file that is too large has one error, and no snippet", async (t) => {
  const warnings = new CountWarnings();
  try {
    const document = await openFile(t, { $or: Array(2000).fill(slow(cast)) });
    const [error] = await warningsOf(document, 1);
    assert.equal(error?.severity, DiagnosticSeverity.Error);
    assert.equal(error.message, tooLargeText());
    const posts = { readCountFile };
    await assert.rejects(queryInFile(document.uri, "acme/desk", posts), { message: /exceeds 1 MB or 10000 values/ });
  } finally {
    warnings.dispose();
  }
});

const counted = (values: Partial<CallCount>): CallCount => ({
  count: 128,
  hasMore: false,
  storageSize: null,
  rewritten: [],
  ...values,
});

const rejected: Fault = { kind: "invalidRequest", detail: "Illegal type of argument", issues: [] };

const outcomes: readonly (readonly [outcome: FileCount, lens: string])[] = [
  [
    { kind: "counted", count: counted({}), query: { project: null, query: { $expr: slow(cast) } }, project: "a/b" },
    "128 calls · sent as written with 1 warning · ",
  ],
  [
    { kind: "counted", count: counted({}), query: { project: null, query: { $expr: slow(latency) } }, project: "a/b" },
    "128 calls · ",
  ],
  [
    { kind: "failed", fault: rejected, query: { project: null, query: { $expr: slow(cast) } } },
    `Not counted: ${faultText(rejected)} · sent as written with 1 warning · `,
  ],
  [
    { kind: "counted", count: counted({ listed: true }), query: { project: null }, project: "a/b" },
    "128 calls · this service cannot count through refs · ",
  ],
];

for (const [outcome, text] of outcomes) {
  test(`the code lens of a count file shows “${text}”`, async (t) => {
    const document = await openFile(t, { $and: [{ $literal: true }] });
    const state = { kind: "ended", outcome, problems: 0, at: 0, edited: false } as const;
    const { title = "", tooltip = "" } = countLenses(document, state, null, formats)[1]?.command ?? {};
    assert.ok(title.startsWith(text), title);
    assert.equal(/already a number/.test(tooltip), text.includes("warning"));
  });
}

const limited = { ...allCalls, limit: 100 };

const words: readonly (readonly [count: CallCount, text: string, remarks: readonly string[]])[] = [
  [counted({ count: 5000 }), "5,000 calls", []],
  [counted({ count: 100, hasMore: true }), "at least 100 calls (limit reached)", []],
  [counted({ count: 100, hasMore: null }), "100 calls, possibly more (limit reached)", []],
  [counted({ count: 100 }), "100 calls", []],
  [
    counted({ count: 1000, hasMore: true, listed: true }),
    "at least 1,000 calls",
    ["this service cannot count through refs"],
  ],
  [counted({ rewritten: ["boolean $literal"] }), "128 calls", ["boolean $literal rewritten for this service"]],
];

test("the text of a count depends on the response, not on the requested limit", () => {
  for (const [count, text, remarks] of words) {
    assert.equal(countText(count, limited, formats), text);
    assert.deepEqual(countRemarks(count), remarks);
  }
  assert.equal(conditionsText(limited, formats), "all calls, limit 100");
});

test("the code lens of a rewritten query names the unsupported operator", async (t) => {
  const document = await openFile(t, { $and: [{ $literal: true }] });
  const count = counted({ rewritten: ["boolean $literal"] });
  const outcome: FileCount = { kind: "counted", count, query: { project: null }, project: "a/b" };
  const lenses = countLenses(document, { kind: "ended", outcome, problems: 0, at: 0, edited: false }, null, formats);
  const { title = "", tooltip = "" } = lenses[1]?.command ?? {};
  assert.ok(title.startsWith("128 calls · boolean $literal rewritten for this service · "), title);
  assert.match(tooltip, /^The service does not support boolean \$literal\. /m);
  assert.doesNotMatch(tooltip, /too old/);
});

test("an unknown operator is reported as not supported", () => {
  assert.equal(
    faultText({ kind: "unsupported", operator: "$containsToken" }),
    "$containsToken is not supported by the service. Remove it from the query.",
  );
});
