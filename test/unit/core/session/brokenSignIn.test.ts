import assert from "node:assert/strict";
import { test } from "node:test";
import { listed, now, one, settled, TestUser } from "./testWindows.ts";

test("a memory that cannot be written leaves the key stored, and the account signed in", async (t) => {
  const user = new TestUser(t);
  const window = await user.open();
  user.memoryWrites = "fail";
  await assert.rejects(window.session.signIn(one, "k1", "a/b"), /the memory cannot be written/);
  assert.equal(now(window), "https://one/traces api k1 a/b");
  await assert.rejects(window.session.signOut(), /the memory cannot be written/);
  assert.equal(now(window), "signedOut a/b");
  assert.deepEqual([...user.secrets.kept], []);
});

test("a window that ends before the memory is written leaves an account that can be selected", async (t) => {
  const user = new TestUser(t);
  user.memoryWrites = "hang";
  void (await user.open("here")).session.signIn(one, "k1", "a/b");
  await settled();
  user.memoryWrites = "work";
  const next = await user.open("here");
  assert.equal(now(next), "signedOut");
  assert.deepEqual(await listed(next), ["https://one api kept"]);
  assert.equal(await next.session.switchTo(one), true);
  assert.equal(now(next), "https://one/traces api k1");
});

test("a window that ends before the key is stored has changed nothing", async (t) => {
  const user = new TestUser(t, "https://elsewhere", "x/y");
  user.secrets.fail("hangs", "store");
  void (await user.open("here")).session.signIn(one, "k1", "a/b");
  await settled();
  assert.deepEqual([[...user.memory], [...(user.workspaces.get("here") ?? [])]], [[], []]);
});
