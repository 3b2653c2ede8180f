import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reader, Session } from "../../../../src/core/session/session.ts";
import { ToolPermissions } from "../../../../src/vscode/storage/toolPermissions.ts";

const place = { service: "https://one/traces", project: "acme/desk" } as const;

function permissionsIn(values: Map<string, unknown>): ToolPermissions {
  const get = (name: string) => values.get(name);
  const update = async (name: string, value: unknown) => void values.set(name, value);
  return new ToolPermissions({ keys: () => [], get, update });
}

async function agree(permissions: ToolPermissions): Promise<void> {
  permissions.prepare("list", place);
  await permissions.make("list", place);
}

test("a permission is for one project of one service", async () => {
  const permissions = permissionsIn(new Map());
  await agree(permissions);
  const others = [{ ...place, service: "https://two/traces" }, { ...place, project: "acme/other" } as const];
  assert.deepEqual(
    [place, ...others].map((one) => permissions.has(one)),
    [true, false, false],
  );
});

test("a question is answered once, and only about its project", async () => {
  const permissions = permissionsIn(new Map());
  const other = { ...place, project: "acme/other" } as const;
  permissions.prepare("list", other);
  for (const one of [place, other]) await permissions.make("list", one);
  assert.deepEqual([permissions.has(place), permissions.has(other)], [false, false]);
});

const account = { url: "https://one/traces", origin: "https://one", username: "api" };
const signedIn = { kind: "signedIn", project: null, account } as const;
const signedOut: Session = { kind: "signedOut", project: null, problem: null };
const mark = "aaaaaa";
const reader: Reader = { session: signedIn, mark };

const declined: readonly (readonly [what: string, change: (one: ToolPermissions) => unknown, isAgreed: boolean])[] = [
  ["the same request, which was not asked about", (one) => one.prepare("list", null), false],
  ["Reset Tool Permissions", (one) => one.reset(), false],
  ["a change of privacy mode", (one) => one.dropQuestions(), false],
  ["another project is selected", (one) => one.follow({ ...signedIn, project: "acme/other" }, mark), false],
  ["the key changes", (one) => one.follow(signedIn, "bbbbbb"), false],
  ["the session is renewed", (one) => one.follow(signedIn, mark), true],
  ["a hundred other questions", (one) => [...Array(100).keys()].map((at) => one.prepare(`${at}`, place)), false],
  ["a question about another request", (one) => one.prepare("count", place), true],
];
for (const [what, change, isAgreed] of declined) {
  test(`a question ${isAgreed ? "can still be answered" : "is dropped"} after ${what}`, async () => {
    const permissions = permissionsIn(new Map());
    await permissions.follow(signedIn, mark);
    permissions.prepare("list", place);
    await change(permissions);
    await permissions.make("list", place);
    assert.equal(permissions.has(place), isAgreed);
  });
}

const sample: Session = { kind: "sample", project: null };
const held: Session = { kind: "held", project: null, reason: "restricted" };
const elsewhere: Session = { ...signedIn, account: { ...account, url: "https://one/other" } };
const changes: readonly (readonly [
  what: string,
  before: Reader | null,
  session: Session,
  mark: Reader["mark"],
  isKept: boolean,
])[] = [
  ["a window opens signed in", null, signedIn, mark, true],
  ["a window opens signed in with another key", null, signedIn, "bbbbbb", false],
  ["a window opens signed out", null, signedOut, null, false],
  ["a window opens in Restricted Mode", null, held, null, true],
  ["the user signs out", reader, signedOut, null, false],
  ["another key of the same user name is used", reader, signedIn, "bbbbbb", false],
  ["the account is switched", reader, elsewhere, mark, false],
  ["the sample is opened", reader, sample, null, false],
  ["another project is selected", reader, { ...signedIn, project: "acme/other" }, mark, true],
];
for (const [what, before, session, mark, isKept] of changes) {
  test(`permissions ${isKept ? "stay" : "end"} when ${what}`, async () => {
    const values = new Map<string, unknown>();
    const earlier = permissionsIn(values);
    await earlier.follow(reader.session, reader.mark);
    await agree(earlier);
    assert.ok(earlier.has(place));
    const permissions = before === null ? permissionsIn(values) : earlier;
    await permissions.follow(session, mark);
    // Until then, no tool is called.
    if (session.kind === "held") await permissions.follow(signedIn, reader.mark);
    assert.equal(permissions.has(place), isKept);
  });
}
