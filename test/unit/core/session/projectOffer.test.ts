import assert from "node:assert/strict";
import { test } from "node:test";
import { type OfferFacts, searchesProject } from "../../../../src/core/session/projectOffer.ts";
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
  ["until requests may be sent", { session: { kind: "held", project: null, reason: "container" } }, false],
];

for (const [where, change, isSearched] of cases) {
  test(`the files are ${isSearched ? "" : "not "}searched for a project ${where}`, () => {
    assert.equal(searchesProject({ ...facts, ...change }), isSearched);
  });
}
