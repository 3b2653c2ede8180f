import assert from "node:assert/strict";
import { test } from "node:test";
import { bob, listed, now, one, settled, TestUser, two } from "./testWindows.ts";

test("signing in stores key, account and project, changes no setting, and notifies once", async (t) => {
  const user = new TestUser(t);
  const window = await user.open("here");
  assert.equal(now(window), "signedOut");
  await window.session.signIn(one, "k1", "a/b");
  await settled();
  assert.deepEqual(window.notified, ["https://one/traces api k1 a/b"]);
  assert.deepEqual(user.settings, { url: null, project: null });
  assert.deepEqual(await listed(window), ["https://one api kept a/b current"]);
  for (const workspace of ["here", "another"])
    assert.equal(now(await user.open(workspace)), "https://one/traces api k1 a/b", workspace);
  assert.deepEqual(window.notices, []);
});

test("no secret is written to memory or settings", async (t) => {
  const user = new TestUser(t);
  await (await user.open()).session.signIn(one, "k1-secret", "a/b");
  assert.match(JSON.stringify([...user.secrets.kept]), /k1-secret/);
  const written = [...user.workspaces.values(), user.memory].map((memory) => [...memory]);
  assert.match(JSON.stringify(written), /a\/b/);
  assert.doesNotMatch(JSON.stringify([written, user.settings]), /k1-secret/);
});

test("signing in again sends requests again, even with the same key", async (t) => {
  const user = new TestUser(t);
  const window = await user.open();
  for (const _ of [1, 2]) await window.session.signIn(one, "k1", "a/b");
  await settled();
  assert.deepEqual(window.notified, ["https://one/traces api k1 a/b", "https://one/traces api k1 a/b"]);
});

test("signing in reaches a signed-out window, which refreshes once", async (t) => {
  const user = new TestUser(t, "https://one/traces", "a/b");
  const [here, there] = [await user.open(), await user.open()];
  await here.session.signIn(one, "k1", "a/b");
  await settled();
  assert.deepEqual(there.notified, ["https://one/traces api k1 a/b"]);
});

test("signing in reaches a signed-out window where the setting allows the service, or names none", async (t) => {
  for (const [url, expected] of [
    [null, "https://one/traces api k1 a/b"],
    ["https://one/other", "https://one/other api k1 a/b"],
    ["https://elsewhere", "signedOut"],
    ["http://one", "signedOut notHttps"],
  ] as const) {
    const user = new TestUser(t, url);
    const [here, there] = [await user.open(), await user.open()];
    await here.session.signIn(one, "k1", "a/b");
    await settled();
    assert.equal(now(there), expected, `${url}`);
  }
});

test("a window that adopts a sign-in shows the project of the settings, else its own last one, else that of the sign-in", async (t) => {
  const user = new TestUser(t);
  const [here, there] = [await user.open("here"), await user.open("there")];
  const signInAgain = async () => {
    await here.session.signOut();
    await settled();
    there.notified.length = 0;
    await here.session.signIn(one, "k1", "a/b");
    await settled();
    return there.notified;
  };
  assert.deepEqual(await signInAgain(), ["https://one/traces api k1 a/b"]);
  for (const isOfWorkspace of [true, false]) {
    user.set({ project: "x/y", isOfWorkspace });
    assert.deepEqual(await signInAgain(), ["https://one/traces api k1 x/y"]);
  }
  user.set({ project: null });
  assert.deepEqual(await signInAgain(), ["https://one/traces api k1 x/y"]);
  // A window that never showed the account, and an earlier version's secret.
  const other = await user.open("other");
  await here.session.signOut();
  await user.secrets.storage.store("weaveThreads:https://two:api", '{"v":1,"url":"https://two","key":"k2"}');
  await settled();
  assert.equal(now(other), "https://two api k2");
});

test("switching in one workspace changes no other, not even after a restart", async (t) => {
  const user = new TestUser(t);
  const here = await user.open("here");
  await here.session.signIn(one, "k1", "a/b");
  await here.session.signIn(two, "k2", "c/d");
  // It never had a choice of its own.
  const there = await user.open("there");
  assert.equal(now(there), "https://two api k2 c/d");
  await here.session.switchTo(one);
  await here.session.selectProject("a/c");
  await here.session.openSample();
  user.set({});
  await settled();
  assert.deepEqual([now(there), there.notified], ["https://two api k2 c/d", []]);
  assert.equal(now(await user.open("there")), "https://two api k2 c/d");
  assert.match(now(await user.open("here")), /^sample /);
  await there.session.switchTo(one);
  assert.equal(now(there), "https://one/traces api k1 a/c");
  await here.session.signOut();
  assert.equal(now(here), "https://one/traces api k1 a/c");
});

test("a new workspace starts with the latest account and its project, unless settings name others", async (t) => {
  const user = new TestUser(t);
  const window = await user.open();
  await window.session.signIn(two, "k2", "c/d");
  await window.session.signIn(one, "k1", "a/b");
  assert.equal(now(await user.open()), "https://one/traces api k1 a/b");
  user.set({ project: "x/y", isOfWorkspace: true });
  assert.equal(now(await user.open()), "https://one/traces api k1 x/y");
  user.set({ url: "https://two", project: null });
  assert.equal(now(await user.open()), "https://two api k2 c/d");
  assert.equal(now(window), "https://one/traces api k1 a/b");
});

test("what earlier versions stored signs in: a URL and a project in the settings, and a user name", async (t) => {
  const user = new TestUser(t, "https://one/traces", "a/b");
  user.secrets.kept.set("weaveThreads:https://one:api", '{"v":1,"url":"https://one/traces","key":"k1"}');
  user.memory.set("username/https://one", "api");
  assert.equal(now(await user.open()), "https://one/traces api k1 a/b");
  user.secrets.kept.set("weaveThreads:https://trace.wandb.ai:api", '{"v":1,"url":"https://trace.wandb.ai","key":"k2"}');
  user.memory.set("username/https://trace.wandb.ai", "api");
  user.set({ url: null });
  assert.equal(now(await user.open()), "https://trace.wandb.ai api k2 a/b");
});

test("a new key for the current account is used in every window, an equal key refreshes none", async (t) => {
  const user = new TestUser(t);
  const here = await user.open();
  await here.session.signIn(one, "k1", "a/b");
  const there = await user.open();
  await here.session.signIn(one, "k1", "a/b");
  await settled();
  assert.deepEqual(there.notified, []);
  await here.session.signIn(one, "k2", "a/b");
  await settled();
  assert.deepEqual(there.notified, ["https://one/traces api k2 a/b"]);
});

test("signing out reaches the windows on that account and no other", async (t) => {
  const user = new TestUser(t);
  const first = await user.open();
  await first.session.signIn(one, "k1", "a/b");
  const same = await user.open();
  const other = await user.open("other");
  await other.session.signIn(bob, "k2", "a/b");
  await settled();
  assert.deepEqual(
    [now(first), now(same), now(other)],
    ["https://one/traces api k1 a/b", "https://one/traces api k1 a/b", "https://one/traces bob k2 a/b"],
  );
  for (const { notified } of [first, same, other]) notified.length = 0;
  await first.session.signOut();
  await settled();
  assert.deepEqual([first.notified, same.notified, other.notified], [["signedOut a/b"], ["signedOut a/b"], []]);
  await other.session.signOut();
  await settled();
  assert.deepEqual(
    [first.notified, same.notified, other.notified],
    [["signedOut a/b"], ["signedOut a/b"], ["signedOut a/b"]],
  );
});

test("a window that was signed out elsewhere signs in again with its account; where the user signed out stays so", async (t) => {
  const user = new TestUser(t);
  const [here, there] = [await user.open(), await user.open()];
  await here.session.signIn(one, "k1", "a/b");
  await there.session.switchTo(one);
  await there.session.signOut();
  await settled();
  assert.deepEqual([now(here), now(there)], ["signedOut a/b", "signedOut a/b"]);
  const third = await user.open();
  await third.session.signIn(bob, "k2", "a/b");
  await third.session.signIn(one, "k3", "a/b");
  await settled();
  assert.deepEqual([now(here), now(there)], ["https://one/traces api k3 a/b", "signedOut a/b"]);
});

test("signing out leaves no account signed in, and the others selectable", async (t) => {
  const user = new TestUser(t);
  const window = await user.open("here");
  await window.session.signIn(one, "k1", "a/b");
  await window.session.signIn(bob, "k2", "a/b");
  await window.session.signOut();
  assert.equal(now(window), "signedOut a/b");
  const next = await user.open("here");
  assert.equal(now(next), "signedOut a/b");
  assert.match(now(await user.open()), /^signedOut/);
  assert.deepEqual(await listed(next), ["https://one api kept a/b"]);
  assert.equal(await next.session.switchTo(one), true);
  assert.equal(now(next), "https://one/traces api k1 a/b");
});

test("switching changes service, account and project, back and forth", async (t) => {
  const user = new TestUser(t);
  const window = await user.open();
  await window.session.signIn(one, "k1", "a/b");
  await window.session.signIn(two, "k2", "c/d");
  await window.session.selectProject("c/e");
  window.notified.length = 0;
  assert.equal(await window.session.switchTo(one), true);
  assert.equal(await window.session.switchTo(two), true);
  await settled();
  assert.deepEqual(window.notified, ["https://one/traces api k1 a/b", "https://two api k2 c/e"]);
  assert.deepEqual(await listed(window), ["https://two api kept c/e current", "https://one api kept a/b"]);
});

test("an account that is not remembered is switched to by its secret", async (t) => {
  const user = new TestUser(t);
  await (await user.open()).session.signIn(one, "k1", "a/b");
  user.memory.clear();
  const window = await user.open();
  assert.deepEqual(await listed(window), ["https://one api kept"]);
  assert.equal(await window.session.switchTo(one), true);
  assert.equal(now(window), "https://one/traces api k1");
});

test("an account without a project is switched to without one, not with another service's project", async (t) => {
  const user = new TestUser(t);
  await (await user.open()).session.signIn(one, "k1", "a/b");
  user.memory.clear();
  const window = await user.open();
  await window.session.signIn(two, "k2", "c/d");
  window.notified.length = 0;
  assert.equal(await window.session.switchTo(one), true);
  await settled();
  assert.deepEqual(window.notified, ["https://one/traces api k1"]);
  user.set({ project: "x/y" });
  await settled();
  assert.equal(now(window), "https://one/traces api k1", "nor with the one in the settings");
  assert.equal(await window.session.switchTo(two), true);
  assert.equal(now(window), "https://two api k2 c/d");
});

test("a project that was set by hand stays with its account", async (t) => {
  const user = new TestUser(t, one.url, "x/y");
  user.secrets.kept.set("weaveThreads:https://one:api", '{"v":1,"key":"k1"}');
  user.secrets.kept.set("weaveThreads:https://two:api", '{"v":1,"key":"k2"}');
  user.memory.set("username/https://one", "api");
  const window = await user.open();
  await window.session.openSample();
  for (const [account, expected] of [
    [one, "https://one/traces api k1 x/y"],
    [two, "https://two api k2"],
    [one, "https://one api k1 x/y"],
  ] as const) {
    assert.equal(await window.session.switchTo(account), true);
    assert.match(now(window), new RegExp(`^${expected.replace("/traces", "(/traces)?")}$`));
  }
  assert.equal(user.settings.project, "x/y");
});

test("an account without a key is listed as signed out and cannot be switched to", async (t) => {
  const user = new TestUser(t);
  const window = await user.open();
  await window.session.signIn(one, "k1", "a/b");
  await window.session.signIn(two, "k2", "c/d");
  user.secrets.kept.delete("weaveThreads:https://one:api");
  assert.deepEqual(await listed(window), ["https://two api kept c/d current", "https://one api nowhere a/b"]);
  window.notified.length = 0;
  assert.equal(await window.session.switchTo(one), false);
  assert.deepEqual([now(window), window.notified], ["https://two api k2 c/d", []]);
  await window.session.signOut(one);
  assert.deepEqual(await listed(window), ["https://two api kept c/d current"]);
});

test("signing out of another account leaves the session unchanged", async (t) => {
  const user = new TestUser(t);
  const [here, there] = [await user.open(), await user.open()];
  await here.session.signIn(one, "k1", "a/b");
  await here.session.signIn(two, "k2", "c/d");
  await there.session.switchTo(two);
  await settled();
  for (const { notified } of [here, there]) notified.length = 0;
  await here.session.signOut(one);
  await settled();
  assert.deepEqual([here.notified, there.notified], [[], []]);
  assert.deepEqual([...user.secrets.kept.keys()], ["weaveThreads:https://two:api"]);
});

test("a key stays with its origin: another service requires signing in, another path does not", async (t) => {
  const user = new TestUser(t, "https://one", "a/b");
  await (await user.open()).session.signIn(one, "k1", "a/b");
  // Where an account is chosen, the setting has no effect.
  const window = await user.open();
  for (const [url, expected] of [
    ["https://evil.example/traces", "signedOut a/b"],
    ["https://one:444/traces", "signedOut a/b"],
    ["http://one/traces", "signedOut notHttps a/b"],
    ["https://one@evil.example", "signedOut userInfo a/b"],
    ["https://one.", "signedOut a/b"],
    ["https://one/other", "https://one/other api k1 a/b"],
    ["https://ONE:443/traces/", "https://one/traces api k1 a/b"],
  ] as const) {
    user.set({ url });
    await settled();
    assert.equal(now(window), expected, url);
  }
  assert.equal(window.notified.filter((text) => text.includes("k1")).length, 2);
});

test("an older secret without a URL is parsed", async (t) => {
  const user = new TestUser(t, "https://one/traces", "a/b");
  user.secrets.kept.set("weaveThreads:https://one:api", '{"v":1,"key":"k1"}');
  user.memory.set("username/https://one", "api");
  assert.equal(now(await user.open()), "https://one/traces api k1 a/b");
});

test("the sample is per workspace, stays open after a restart, and leaving it restores the account", async (t) => {
  const user = new TestUser(t);
  const [here, there] = [await user.open("here"), await user.open()];
  await here.session.signIn(one, "k1", "a/b");
  await settled();
  there.notified.length = 0;
  await here.session.openSample();
  assert.match(now(here), /^sample /);
  assert.deepEqual(await listed(here), ["https://one api kept a/b"]);
  await here.session.selectProject("northwind/code-review");
  assert.equal(now(await user.open("here")), "sample northwind/code-review");
  await here.session.signOut();
  assert.equal(now(here), "https://one/traces api k1 a/b");
  await here.session.openSample();
  assert.equal(await here.session.switchTo(one), true);
  assert.equal(now(here), "https://one/traces api k1 a/b");
  assert.deepEqual(there.notified, []);
  assert.equal(now(await user.open("here")), "https://one/traces api k1 a/b");
});

test("leaving a sample that the settings name signs out of it, and signing in opens the account", async (t) => {
  const user = new TestUser(t, "sample:");
  const window = await user.open("here");
  assert.equal(now(window), "sample northwind/support-assistant");
  await window.session.selectProject("northwind/code-review");
  assert.equal(now(window), "sample northwind/code-review");
  for (const _ of [1, 2]) await window.session.signOut();
  assert.equal(now(await user.open("here")), "signedOut");
  await window.session.signIn(one, "k1", "a/b");
  assert.equal(now(await user.open("here")), "https://one/traces api k1 a/b");
});

test("choosing the project of the settings follows the settings", async (t) => {
  const user = new TestUser(t, null, "a/b");
  const window = await user.open("here");
  await window.session.signIn(one, "k1", "a/b");
  user.set({ project: "a/c" });
  await settled();
  assert.equal(now(window), "https://one/traces api k1 a/c");
  await window.session.selectProject("a/d");
  assert.deepEqual(window.session.target.hidden, { project: "a/c", isOfWorkspace: false });
  user.set({ project: "a/e" });
  await settled();
  assert.equal(now(await user.open("here")), "https://one/traces api k1 a/d");
  await window.session.selectProject("a/e");
  assert.equal(window.session.target.hidden, null);
  user.set({ project: "a/f" });
  await settled();
  assert.equal(now(window), "https://one/traces api k1 a/f");
});
