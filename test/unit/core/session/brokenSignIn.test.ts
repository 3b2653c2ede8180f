import assert from "node:assert/strict";
import { test } from "node:test";
import { listed, now, one, settled, TestUser, two, type WritePlace } from "./testWindows.ts";

test("a service URL that cannot be written is reported and the key stays stored", async (t) => {
  const user = new TestUser(t, "https://elsewhere", "x/y");
  const window = await user.open();
  user.broken.set("url", "fails");
  await window.session.signIn(one, "k1", "a/b");
  assert.deepEqual([now(window), window.notices], ["signedOut x/y", ["addressNotWritten"]]);
  assert.deepEqual(await listed(window), ["https://one api kept a/b"]);
  user.broken.clear();
  assert.equal(await window.session.switchTo(one), true);
  assert.equal(now(window), "https://one/traces api k1 a/b");
});

test("a project that cannot be written leaves the account signed in", async (t) => {
  const user = new TestUser(t);
  const window = await user.open();
  user.broken.set("project", "fails");
  await assert.rejects(window.session.signIn(one, "k1", "a/b"), /the project cannot be written/);
  assert.equal(now(window), "https://one/traces api k1");
});

for (const [place, notices] of [
  ["url", ["addressNotWritten"]],
  ["project", []],
] as const) {
  test(`switching to an account without a project fails if the ${place} cannot be written`, async (t) => {
    const user = new TestUser(t);
    user.secrets.kept.set("weaveThreads:https://two:api", '{"v":1,"key":"k2"}');
    const window = await user.open();
    await window.session.signIn(one, "k1", "a/b");
    user.broken.set(place, "fails");
    if (place === "url") await window.session.switchTo(two);
    else await assert.rejects(window.session.switchTo(two), /the project cannot be written/);
    assert.deepEqual([now(window), window.notices], ["https://one/traces api k1 a/b", notices]);
  });
}

test("a memory that cannot be written leaves the key stored", async (t) => {
  const user = new TestUser(t, "https://one/traces", "a/b");
  const window = await user.open();
  user.broken.set("memory", "fails");
  await assert.rejects(window.session.signIn(one, "k1", "a/b"), /the memory cannot be written/);
  assert.equal(now(window), "https://one/traces api k1 a/b");
  await assert.rejects(window.session.signOut(), /the memory cannot be written/);
  assert.equal(now(window), "signedOut a/b");
  assert.deepEqual([...user.secrets.kept], []);
});

const ends: readonly [place: WritePlace, found: string, listed: string][] = [
  ["memory", "signedOut", "https://one api kept"],
  ["url", "signedOut", "https://one api kept a/b"],
  ["project", "https://one/traces api k1", "https://one api kept a/b current"],
];
for (const [place, found, entry] of ends) {
  test(`a window that ends before the ${place} is written leaves an account that can be selected`, async (t) => {
    const user = new TestUser(t, "https://elsewhere");
    user.broken.set(place, "hangs");
    void (await user.open()).session.signIn(one, "k1", "a/b");
    await settled();
    user.broken.clear();
    const next = await user.open();
    assert.equal(now(next), found);
    assert.deepEqual(await listed(next), [entry]);
    assert.equal(await next.session.switchTo(one), true);
    assert.match(now(next), /^https:\/\/one\/traces api k1/);
  });
}

test("a window that ends before the key is stored has changed nothing", async (t) => {
  const user = new TestUser(t, "https://elsewhere", "x/y");
  user.secrets.fail("hangs", "store");
  void (await user.open()).session.signIn(one, "k1", "a/b");
  await settled();
  assert.deepEqual([user.settings, [...user.memory]], [{ url: "https://elsewhere", project: "x/y" }, []]);
});
