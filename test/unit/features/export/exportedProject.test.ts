import assert from "node:assert/strict";
import { test } from "node:test";
import type { Session } from "../../../../src/core/session/session.ts";
import { giveUpWhenLeft, isReachable, ProjectLeft } from "../../../../src/features/export/exportedProject.ts";

const project = "acme/desk";
const account = (username: string) => ({ url: "https://a.example", origin: "https://a.example", username });
const signedIn: Session = { kind: "signedIn", project, account: account("api") };

const cases: readonly (readonly [name: string, now: Session | null, continues: boolean, reachable: boolean])[] = [
  ["the same session, updated", { ...signedIn, account: account("api") }, true, true],
  ["another project", { ...signedIn, project: "acme/shop" }, false, true],
  ["no project", { ...signedIn, project: null }, false, true],
  ["another account", { ...signedIn, account: account("other") }, false, false],
  ["the sample", { kind: "sample", project }, false, false],
  ["signed out", { kind: "signedOut", project, problem: null }, false, false],
  ["held", { kind: "held", project, reason: "restricted" }, false, false],
];

for (const [name, now, continues, reachable] of cases) {
  test(`${name}: an export ${continues ? "continues" : "ends"}, and ${reachable ? "can" : "cannot"} be retried`, () => {
    const notify: ((session: Session) => void)[] = [];
    const reasons: Error[] = [];
    const sessions = {
      session: signedIn,
      onChange: (listener: (session: Session) => void) => {
        notify.push(listener);
        return { dispose: () => void notify.splice(0) };
      },
    };
    const watch = giveUpWhenLeft(sessions, (reason) => reasons.push(reason));
    if (now !== null) for (const listener of notify) listener(now);
    assert.deepEqual(
      reasons.map((reason) => reason instanceof ProjectLeft),
      continues ? [] : [true],
    );
    watch.dispose();
    assert.deepEqual(notify, []);
    assert.equal(isReachable({ project, session: signedIn }, { session: now }), reachable);
  });
}
