import assert from "node:assert/strict";
import { test } from "node:test";
import { Vault } from "../../../../src/vscode/storage/vault.ts";
import { listed, now, one, settled, TestUser } from "./testWindows.ts";

for (const failure of ["throws", "rejects", "hangs"] as const) {
  test(`a keyring that ${failure} when a key is stored: the window keeps it and reports the failure once`, async (t) => {
    const user = new TestUser(t);
    const [here, there] = [await user.open(), await user.open()];
    user.secrets.fail(failure, "store");
    await here.session.signIn(one, "k1", "a/b");
    user.set({ project: "c/d" });
    await settled();
    assert.deepEqual([now(here), now(there)], ["https://one/traces api k1 c/d", "signedOut c/d"]);
    assert.deepEqual(here.notices, ["keyNotKept"]);
    assert.deepEqual(await listed(here), ["https://one api thisWindow a/b current"]);
    const next = await user.open();
    assert.equal(now(next), "signedOut c/d");
    assert.deepEqual(await listed(next), ["https://one api nowhere a/b"]);
    // The keyring works in another window and holds a newer key.
    user.secrets.failures.clear();
    await next.session.signIn(one, "k2", "a/b");
    await settled();
    assert.equal(now(here), "https://one/traces api k2 a/b");
    assert.deepEqual(await listed(here), ["https://one api kept a/b current"]);
  });

  test(`a keyring that ${failure} when a key is read: reported once, and signing in works`, async (t) => {
    const user = new TestUser(t);
    const before = await user.open();
    await before.session.signIn(one, "k1", "a/b");
    user.secrets.fail(failure, "get", "store", "delete", "keys");
    const window = await user.open();
    for (const project of ["c/d", "e/f", "a/b"] as const) {
      user.set({ project });
      await window.session.read();
    }
    await settled();
    assert.deepEqual([now(window), window.notices], ["signedOut a/b", ["keyUnreadable"]]);
    assert.deepEqual(await listed(window), ["https://one api kept a/b"]);
    await window.session.signIn(one, "k2", "a/b");
    assert.deepEqual([now(window), window.notices], ["https://one/traces api k2 a/b", ["keyUnreadable", "keyNotKept"]]);
    // A window that already has its key does not read the keyring.
    await before.session.read();
    assert.deepEqual([now(before), before.notices], ["https://one/traces api k1 a/b", []]);
  });

  test(`a keyring that ${failure} when a key is deleted: the window is signed out and warned that the key may remain`, async (t) => {
    const user = new TestUser(t);
    const window = await user.open();
    await window.session.signIn(one, "k1", "a/b");
    user.secrets.fail(failure, "delete");
    await window.session.signOut();
    user.set({ project: "c/d" });
    await settled();
    assert.deepEqual([now(window), window.notices], ["signedOut c/d", ["keyMayRemain"]]);
    assert.deepEqual(await listed(window), ["https://one api kept"]);
    assert.equal(now(await user.open()), "signedOut c/d");
  });
}

test("a late key from the keyring is used", async (t) => {
  const user = new TestUser(t);
  await (await user.open()).session.signIn(one, "k1", "a/b");
  user.secrets.fail("hangs", "get");
  const window = await user.open();
  assert.equal(now(window), "signedOut a/b");
  user.secrets.mend();
  await settled();
  assert.equal(now(window), "https://one/traces api k1 a/b");
});

test("a keyring that is always late is read once per change and reported once", async (t) => {
  const user = new TestUser(t, one.url);
  user.memory.set(`username/${one.origin}`, one.username);
  const elsewhere = new Vault(user.secrets.storage);
  await elsewhere.store({ account: one, key: "k1" });
  user.secrets.fail("hangs", "get");
  const window = await user.open();
  const rounds = async () => {
    for (const project of ["c/d", "e/f", "g/h", "a/b"] as const) {
      // After this, earlier reads have timed out too.
      await window.session.read();
      user.secrets.answerLate();
      await settled();
      user.set({ project });
      await settled();
    }
  };
  await rounds();
  assert.equal(now(window), "https://one/traces api k1 a/b");
  assert.equal(user.secrets.reads, 1);
  await elsewhere.store({ account: one, key: "k2" });
  await rounds();
  assert.equal(now(window), "https://one/traces api k2 a/b");
  assert.equal(user.secrets.reads, 2);
  assert.deepEqual(window.notices, ["keyUnreadable"]);
});

test("a key read during sign-out does not sign in again", async (t) => {
  const user = new TestUser(t);
  const window = await user.open();
  await window.session.signIn(one, "k1", "a/b");
  user.secrets.fail("hangs", "get");
  user.secrets.fail("rejects", "delete");
  const reading = window.session.read();
  const hearing = window.session.heard(one);
  const leaving = window.session.signOut();
  user.secrets.mend();
  await Promise.all([reading, hearing, leaving]);
  await settled();
  assert.equal(now(window), "signedOut a/b");
});
