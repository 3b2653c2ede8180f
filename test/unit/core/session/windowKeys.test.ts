import assert from "node:assert/strict";
import { test } from "node:test";
import { secretName } from "../../../../src/core/session/accounts.ts";
import type { SessionNotice } from "../../../../src/core/session/sessionPorts.ts";
import { WindowKeys } from "../../../../src/core/session/windowKeys.ts";
import { SharedSecrets } from "./sharedSecrets.ts";
import { listed, now, one, patience, settled, TestUser } from "./testWindows.ts";

const account = { url: "https://host:8443/traces", origin: "https://host:8443", username: "api" };

/** The keys of one window, and what it reports. */
function keysOf(secrets: SharedSecrets) {
  const notified: [SessionNotice, unknown][] = [];
  const keys = new WindowKeys({ secrets: secrets.storage, notify: (...one) => notified.push(one), patience });
  return { keys, notified };
}

test("a key is stored under its origin and user name, with its URL, as a versioned object", async () => {
  const secrets = new SharedSecrets();
  const { keys, notified } = keysOf(secrets);
  await keys.keep({ account, key: "k1" });
  assert.deepEqual(
    [...secrets.kept],
    [["weaveThreads:https://host:8443:api", '{"v":1,"url":"https://host:8443/traces","key":"k1"}']],
  );
  assert.deepEqual(await keys.find(account), { value: { account, key: "k1" } });
  for (const other of [{ username: "bob" }, { origin: "https://host" }])
    assert.deepEqual(await keys.find({ ...account, ...other }), { value: undefined });
  await keys.forget(account);
  assert.deepEqual([...secrets.kept], []);
  assert.deepEqual(notified, []);
});

test("accounts with keys are distinguished from other secrets by name", async () => {
  const secrets = new SharedSecrets();
  for (const name of ["weaveThreads:https://host:api", "weaveThreads:https://host:8443:bob", "other", "weaveThreads:x"])
    secrets.kept.set(name, "{}");
  assert.deepEqual(await keysOf(secrets).keys.kept(), [
    { origin: "https://host", username: "api" },
    { origin: "https://host:8443", username: "bob" },
  ]);
});

test("a change of another extension's secret is ignored", async (t) => {
  const user = new TestUser(t);
  const window = await user.open();
  await window.session.signIn(one, "k1", "a/b");
  const { reads } = user.secrets;
  await user.secrets.storage.store("other", "x");
  await settled();
  assert.deepEqual([user.secrets.reads, window.notified.length], [reads, 1]);
});

for (const failure of ["throws", "rejects", "hangs"] as const) {
  test(`a keyring that ${failure} differs from an empty one, and its failure does not contain the key`, async () => {
    const secrets = new SharedSecrets();
    secrets.fail(failure, "get", "store", "delete", "keys");
    const { keys, notified } = keysOf(secrets);
    const unread = await keys.find(account);
    assert.ok("failure" in unread);
    assert.equal(await keys.kept(), null);
    await keys.keep({ account, key: "k1" });
    assert.equal(await keys.changed(account), undefined);
    assert.deepEqual(await keys.find(account), { value: { account, key: "k1" } });
    await keys.forget(account);
    assert.deepEqual(
      notified.map(([notice]) => notice),
      ["keyNotKept", "keyMayRemain"],
    );
    for (const cause of [unread.failure, ...notified.map(([, cause]) => cause)]) {
      assert.ok(cause instanceof Error);
      assert.doesNotMatch(cause.message, /k1/);
    }
    secrets.mend();
    await keys.keep({ account, key: "k2" });
    assert.deepEqual(await keys.find(account), { value: { account, key: "k2" } });
  });

  test(`a keyring that ${failure} when a key is stored: the window keeps it and reports the failure once`, async (t) => {
    const user = new TestUser(t);
    const [here, there] = [await user.open(), await user.open()];
    user.secrets.fail(failure, "store");
    await here.session.signIn(one, "k1", "a/b");
    user.set({ project: "c/d" });
    await settled();
    assert.deepEqual([now(here), now(there)], ["https://one/traces api k1 a/b", "signedOut c/d"]);
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

  test(`a keyring that ${failure} when a key is read: a state and one log entry, no notice, and signing in works`, async (t) => {
    const user = new TestUser(t);
    const before = await user.open();
    await before.session.signIn(one, "k1", "a/b");
    user.secrets.fail(failure, "get", "store", "delete", "keys");
    const window = await user.open();
    for (const _ of [1, 2]) await window.session.read();
    await settled();
    assert.equal(now(window), "signedOut keyUnreadable a/b");
    assert.deepEqual([window.notices, window.unreadable.length], [[], 1]);
    assert.deepEqual(await listed(window), ["https://one api kept a/b"]);
    await window.session.signIn(one, "k2", "a/b");
    assert.deepEqual([now(window), window.notices], ["https://one/traces api k2 a/b", ["keyNotKept"]]);
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
    assert.deepEqual([now(window), window.notices], ["signedOut a/b", ["keyMayRemain"]]);
    assert.deepEqual(await listed(window), ["https://one api kept"]);
    assert.equal(now(await user.open()), "signedOut c/d");
  });
}

test("a key that the keyring returns after the timeout is not used until it is read again", async (t) => {
  const user = new TestUser(t);
  await (await user.open()).session.signIn(one, "k1", "a/b");
  user.secrets.fail("hangs", "get");
  const window = await user.open();
  // Retry reads again.
  await window.session.read({ renewed: true });
  assert.deepEqual([now(window), window.unreadable.length], ["signedOut keyUnreadable a/b", 2]);
  // Only a switch is the user's.
  assert.equal(await window.session.switchTo(one), false);
  assert.deepEqual(window.notices, ["keyUnreadable"]);
  user.secrets.mend();
  await settled();
  assert.equal(now(window), "signedOut keyUnreadable a/b");
  await window.session.read({ renewed: true });
  assert.equal(now(window), "https://one/traces api k1 a/b");
});

test("a key read during sign-out does not sign in again", async (t) => {
  const user = new TestUser(t);
  const window = await user.open();
  await window.session.signIn(one, "k1", "a/b");
  user.secrets.fail("hangs", "get");
  user.secrets.fail("rejects", "delete");
  const reading = window.session.read();
  const hearing = window.session.secretChanged(secretName(one));
  const leaving = window.session.signOut();
  user.secrets.mend();
  await Promise.all([reading, hearing, leaving]);
  await settled();
  assert.equal(now(window), "signedOut a/b");
});
