import assert from "node:assert/strict";
import { test } from "node:test";
import { secretName } from "../../../../src/core/session/accounts.ts";
import { isContainer } from "../../../../src/core/session/session.ts";
import { bob, now, one, settled, TestUser } from "./testWindows.ts";

/** A user who has signed in, and whose next windows are in Restricted Mode or a container. */
async function signedInBefore(t: ConstructorParameters<typeof TestUser>[0]): Promise<TestUser> {
  const user = new TestUser(t);
  await (await user.open()).session.signIn(one, "k1", "a/b");
  user.secrets.reads = 0;
  return user;
}

test("a restricted window reads no key until threads are loaded", async (t) => {
  const user = await signedInBefore(t);
  user.isRestricted = true;
  const window = await user.open();
  assert.deepEqual(window.session.session, { kind: "held", project: "a/b", reason: "restricted" });
  assert.equal(window.key(), null);
  await window.session.secretChanged(secretName(one));
  assert.equal(user.secrets.reads, 0);
  await window.session.release();
  assert.equal(now(window), "https://one/traces api k1 a/b");
  assert.equal(now(await user.open()), "held a/b", "every window by itself");
});

for (const where of ["restricted", "container"] as const) {
  test(`signing out of a held window (${where}) deletes the key`, async (t) => {
    const user = await signedInBefore(t);
    user.isRestricted = where === "restricted";
    user.mayUseKey = where !== "container";
    const window = await user.open();
    await window.session.signOut();
    assert.equal(now(window), "signedOut");
    assert.equal(user.secrets.kept.size, 0);
  });
}

test("removing another account leaves a restricted window held", async (t) => {
  const user = await signedInBefore(t);
  user.isRestricted = true;
  const window = await user.open();
  await window.session.signOut(bob);
  assert.equal(now(window), "held a/b");
});

test("a restricted window continues when trusted", async (t) => {
  const user = await signedInBefore(t);
  user.isRestricted = true;
  const window = await user.open();
  user.isRestricted = false;
  await window.session.read();
  assert.equal(now(window), "https://one/traces api k1 a/b");
});

for (const [what, act] of [
  ["signing in", (session) => session.signIn(one, "k2", "a/b")],
  ["choosing a project", (session) => session.selectProject("c/d")],
  ["switching accounts", (session) => session.switchTo(one)],
  ["opening the sample", (session) => session.openSample()],
] as const satisfies readonly (readonly [
  string,
  (session: Awaited<ReturnType<TestUser["open"]>>["session"]) => Promise<unknown>,
])[]) {
  test(`in a restricted window, ${what} counts as a request by the user`, async (t) => {
    const user = await signedInBefore(t);
    user.isRestricted = true;
    const window = await user.open();
    await act(window.session);
    await settled();
    assert.notEqual(window.session.session?.kind, "held");
  });
}

test("a restricted window with the sample service waits as well", async (t) => {
  const user = new TestUser(t, "sample:");
  user.isRestricted = true;
  const window = await user.open();
  assert.equal(now(window), "held northwind/support-assistant");
});

test("a restricted window without an account is signed out", async (t) => {
  const user = new TestUser(t);
  user.isRestricted = true;
  assert.equal(now(await user.open()), "signedOut");
});

test("in a container no stored key is read before the user agrees", async (t) => {
  const user = await signedInBefore(t);
  user.mayUseKey = false;
  const window = await user.open();
  assert.deepEqual(window.session.session, { kind: "held", project: "a/b", reason: "container" });
  // Another window outside the container signs in.
  for (const name of [one, bob]) await window.session.secretChanged(secretName(name));
  assert.equal(await window.session.switchTo(one), false);
  assert.equal(user.secrets.reads, 0);
  user.mayUseKey = true;
  await window.session.read();
  assert.equal(now(window), "https://one/traces api k1 a/b");
});

test("in a restricted container threads are loaded first, then the user is asked", async (t) => {
  const user = await signedInBefore(t);
  user.isRestricted = true;
  user.mayUseKey = false;
  const window = await user.open();
  assert.deepEqual(window.session.session, { kind: "held", project: "a/b", reason: "restricted" });
  await window.session.release();
  assert.deepEqual(window.session.session, { kind: "held", project: "a/b", reason: "container" });
  assert.equal(user.secrets.reads, 0);
});

test("in a container the sample needs no key", async (t) => {
  const user = new TestUser(t, "sample:");
  user.mayUseKey = false;
  assert.equal(now(await user.open()), "sample northwind/support-assistant");
});

for (const [remoteName, is] of [
  ["dev-container", true],
  ["attached-container", true],
  ["k8s-container", true],
  ["codespaces", true],
  ["ssh-remote", false],
  ["wsl", false],
  ["127.0.0.1:8080", false],
  [undefined, false],
] as const) {
  test(`${remoteName} ${is ? "is" : "is not"} a container`, () => assert.equal(isContainer(remoteName), is));
}
