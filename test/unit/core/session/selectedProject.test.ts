import assert from "node:assert/strict";
import { test } from "node:test";
import { isChosen } from "../../../../src/core/chatTools/toolRefusal.ts";
import { readChoice } from "../../../../src/core/session/workspaceChoice.ts";
import { bob, now, one, settled, TestUser } from "./testWindows.ts";

for (const [name, isStillSet] of [
  ["set", true],
  ["no longer set", false],
] as const) {
  test(`switching accounts does not select a project that only the folder names and that is ${name}`, async (t) => {
    const user = new TestUser(t, one.url);
    for (const { username } of [one, bob])
      user.secrets.kept.set(`weaveThreads:https://one:${username}`, `{"v":1,"url":"${one.url}","key":"k1"}`);
    user.memory.set("username/https://one", "api");
    user.set({ project: "x/y", isOfWorkspace: true });
    const window = await user.open("folder");
    if (!isStillSet) user.set({ project: null });
    await settled();
    await window.session.switchTo(bob);
    await window.session.switchTo(one);
    assert.equal(now(window), "https://one/traces api k1 x/y");
    user.set({ project: null });
    assert.equal(now(await user.open("folder")), "https://one/traces api k1 x/y");
    assert.deepEqual(user.memory.get("recentProjects") ?? [], []);
    const choice = readChoice(user.workspaces.get("folder")?.get("choice"));
    assert.equal(isChosen("x/y", choice, null, []), false);
    await window.session.selectProject("x/y");
    assert.deepEqual(user.memory.get("recentProjects"), ["x/y"]);
    assert.equal(isChosen("x/y", readChoice(user.workspaces.get("folder")?.get("choice")), null, []), true);
  });
}
