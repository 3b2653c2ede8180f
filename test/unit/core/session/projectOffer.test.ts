import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProjectId } from "../../../../src/core/query/projectId.ts";
import { type OfferFacts, projectToOffer, searchesProject } from "../../../../src/core/session/projectOffer.ts";
import { collectorAccount } from "../../../../src/core/session/session.ts";
import { one } from "./testWindows.ts";

const facts: OfferFacts = {
  session: { kind: "signedIn", project: "acme/last", account: one },
  isTrusted: true,
  isPrivate: false,
  hasFolder: true,
  setting: null,
  choice: { project: undefined },
  wasSearched: false,
};

const cases: readonly (readonly [where: string, facts: Partial<OfferFacts>, isSearched: boolean])[] = [
  ["where no project is set", {}, true],
  ["where the user has chosen none", { choice: { project: null } }, true],
  ["a second time", { wasSearched: true }, false],
  ["in Restricted Mode", { isTrusted: false }, false],
  ["in privacy mode", { isPrivate: true }, false],
  ["without a folder", { hasFolder: false }, false],
  ["where the user has selected a project", { choice: { project: "acme/desk" } }, false],
  ["where the workspace sets a project", { setting: { project: "acme/desk", isOfWorkspace: true } }, false],
  ["where the user's settings have a project", { setting: { project: "acme/desk", isOfWorkspace: false } }, false],
  ["before the session is known", { session: null }, false],
  ["signed out", { session: { kind: "signedOut", project: null, problem: null } }, false],
  ["in the sample", { session: { kind: "sample", project: "acme/desk" } }, false],
  [
    "while the local collector is shown",
    { session: { kind: "signedIn", project: null, account: collectorAccount(14318) } },
    false,
  ],
  ["until requests may be sent", { session: { kind: "held", project: null, reason: "container" } }, false],
];

for (const [where, change, isSearched] of cases) {
  test(`the files are ${isSearched ? "" : "not "}searched for a project ${where}`, () => {
    assert.equal(searchesProject({ ...facts, ...change }), isSearched);
  });
}

const [first, second] = [
  { project: "a/b", from: "x.py" },
  { project: "c/d", from: "y.py" },
] as const;
const signedIn = (project: ProjectId): Partial<OfferFacts> => ({
  session: { kind: "signedIn", project, account: one },
});
const offers: readonly (readonly [
  what: string,
  found: readonly (typeof first | typeof second)[],
  Partial<OfferFacts>,
])[] = [
  ["no project", [], {}],
  ["a project that is shown", [first], signedIn("a/b")],
  ["the shown project among others", [first, second], signedIn("c/d")],
  ["a project found while privacy mode was turned on", [first], { isPrivate: true }],
  ["a project found while another was selected", [first], { choice: { project: "acme/desk" } }],
  [
    "a project found while the user signed out",
    [first],
    { session: { kind: "signedOut", project: null, problem: null } },
  ],
];
for (const [what, found, change] of offers)
  test(`${what} is not offered`, () => assert.equal(projectToOffer(found, { ...facts, ...change }), undefined));

test("the first of other projects is offered", () => assert.equal(projectToOffer([first, second], facts), first));
