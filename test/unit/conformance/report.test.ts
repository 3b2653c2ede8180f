import assert from "node:assert/strict";
import { test } from "node:test";
import type { Compared, Outcome } from "../../conformance/comparison.ts";
import type { KnownDifference } from "../../conformance/knownDifferences.ts";
import { parting } from "../../conformance/parting.ts";
import { reportOf } from "../../conformance/report.ts";
import { hasPassed } from "../../conformance/results.ts";

const difference = (check: string, side: Compared["side"] = "server") => {
  return { table: "merged", part: "Counts", check, side, found: 1, expected: 2 } as const;
};

const outcome = (...differences: Outcome["differences"]): Outcome => {
  return { table: "merged", part: "Counts", checks: 3, differences };
};

const known = (side: Compared["side"], ...checks: readonly string[]): KnownDifference => {
  return { reason: "A reason.", tables: ["merged"], side, part: "Counts", checks };
};

interface Case {
  readonly title: string;
  readonly outcome: Outcome;
  readonly known: readonly KnownDifference[];
  readonly passed: boolean;
  readonly closing: string;
}

const cases: readonly Case[] = [
  {
    title: "matching responses pass",
    outcome: outcome(),
    known: [],
    passed: true,
    closing: "3 checks: 3 agree, 0 are listed with 0 reasons, 0 are unexpected.",
  },
  {
    title: "a difference that is not on the list fails",
    outcome: outcome(difference("a")),
    known: [],
    passed: false,
    closing: "3 checks: 2 agree, 0 are listed with 0 reasons, 1 are unexpected.",
  },
  {
    title: "a difference on the list passes",
    outcome: outcome(difference("a")),
    known: [known("server", "a")],
    passed: true,
    closing: "3 checks: 2 agree, 1 are listed with 1 reasons, 0 are unexpected.",
  },
  {
    title: "a check with a listed and another difference counts once, as unexpected",
    outcome: outcome(difference("a"), difference("a", "sample")),
    known: [known("server", "a")],
    passed: false,
    closing: "3 checks: 2 agree, 0 are listed with 1 reasons, 1 are unexpected.",
  },
  {
    title: "a listed difference that no longer occurs fails",
    outcome: outcome(difference("a")),
    known: [known("server", "a", "b")],
    passed: false,
    closing: "3 checks: 2 agree, 1 are listed with 1 reasons, 0 are unexpected. 1 on the list no longer occur.",
  },
];

for (const { title, outcome: came, known: list, passed, closing } of cases) {
  test(title, () => {
    const report = reportOf([came], list);
    assert.deepEqual([hasPassed(report.figures), report.lines.at(-1)], [passed, closing]);
  });
}

const partings: readonly (readonly [left: unknown, right: unknown, path: readonly (string | number)[] | null])[] = [
  [{ a: [1, { b: "x" }] }, { a: [1, { b: "x" }] }, null],
  [{ a: [1, { b: "x" }] }, { a: [1, { b: "y" }] }, ["a", 1, "b"]],
  [[1], [1, 2], [1]],
  [[], {}, []],
  [null, 0, []],
  [{ a: null }, {}, ["a"]],
  [0.1 + 0.2, 0.3, null],
  [0.30001, 0.3, []],
  [1_793_563_200_590, 1_793_563_200_591, []],
];

for (const [left, right, path] of partings) {
  test(`${JSON.stringify(left)} and ${JSON.stringify(right)} ${path === null ? "are equal" : `differ at ${JSON.stringify(path)}`}`, () => {
    assert.deepEqual(parting(left, right)?.path ?? null, path);
  });
}
