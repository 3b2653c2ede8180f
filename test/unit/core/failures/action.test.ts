import assert from "node:assert/strict";
import { test } from "node:test";
import {
  actionsFor,
  type FailureAction,
  type FaultSubject,
  firstAction,
} from "../../../../src/core/failures/action.ts";
import { type FaultForm, faultForm } from "../../../../src/core/failures/faultForm.ts";
import { faultForms, faultsOfForms } from "./faults.ts";

for (const [form, faults] of Object.entries(faultsOfForms)) {
  test(`${form} is distinct from other faults`, () => {
    for (const fault of faults) assert.equal(faultForm(fault), form, JSON.stringify(fault));
  });
}

const requested: readonly FaultSubject[] = ["threads", "count", "project", "file"];

const way: readonly FailureAction[] = ["retry", "changeService", "useEditorNetwork"];
const wait: readonly FailureAction[] = ["retry", "openTimeoutSetting"];

/** What helps when threads were asked for by the extension's own client. */
const ofThreads = {
  unreachable: way,
  "unreachable.name": way,
  "unreachable.refused": way,
  "unreachable.broken": way,
  "unreachable.noRoute": way,
  proxy: ["openProxySetting", "retry", "useEditorNetwork"],
  "proxy.refused": ["openProxySetting", "retry", "useEditorNetwork"],
  "proxy.credentials": ["openProxySetting", "retry", "useEditorNetwork"],
  certificate: ["retry", "useEditorNetwork"],
  "certificate.expired": ["retry", "useEditorNetwork"],
  "certificate.otherHost": way,
  "certificate.unknownAuthority": ["retry", "useEditorNetwork"],
  "certificate.selfSigned": ["retry", "useEditorNetwork"],
  "timeout.connect": wait,
  "timeout.headers": wait,
  "timeout.body": wait,
  "timeout.rate": wait,
  notSignedIn: ["signIn"],
  forbidden: ["selectProject", "signIn", "retry"],
  routeMissing: ["changeService", "retry", "showLog"],
  "unsafe.workspaceHttp": ["retry", "useOwnNetwork"],
  "unsafe.environmentTls": ["retry", "useOwnNetwork"],
  "unsafe.machineTls": ["openCertificateSetting", "retry"],
  notFound: ["selectProject", "signIn", "retry"],
  tooLarge: ["changeFilter", "showLog"],
  invalidRequest: ["showLog"],
  "invalidRequest.filter": ["changeFilter", "showLog"],
  "invalidRequest.sort": ["changeSort", "showLog"],
  unsupported: ["showLog"],
  rateLimited: ["retry"],
  tooExpensive: ["narrowTimeRange", "retry"],
  serviceFailure: ["retry", "showLog"],
  redirect: ["changeService", "retry", "showLog"],
  malformed: ["retry", "showLog"],
  "malformed.page": ["changeService", "retry", "showLog"],
  cutShort: ["retry"],
} satisfies Record<FaultForm, readonly FailureAction[]>;

for (const form of faultForms) {
  const [fault] = faultsOfForms[form];
  test(`${form} of a thread request offers ${ofThreads[form].join(", ")}`, () => {
    assert.deepEqual(actionsFor(fault, "threads", "own"), ofThreads[form]);
    const back = ofThreads[form].map((action) => (action === "useEditorNetwork" ? "useOwnNetwork" : action));
    assert.deepEqual(actionsFor(fault, "threads", "editor"), back);
  });
}

const ofCounts: readonly [form: FaultForm, requested: FaultSubject, actions: readonly FailureAction[]][] = [
  ["tooExpensive", "count", ["changeCount", "retry"]],
  ["tooExpensive", "project", ["changeCount", "retry"]],
  ["tooExpensive", "file", ["retry"]],
  ["invalidRequest", "count", ["changeCount", "showLog"]],
  ["invalidRequest.filter", "count", ["changeCount", "showLog"]],
  ["invalidRequest.filter", "project", ["showLog"]],
  ["invalidRequest.filter", "file", ["showLog"]],
  ["unsupported", "count", ["changeCount", "showLog"]],
  ["unsupported", "file", ["showLog"]],
  ["tooLarge", "count", ["changeCount", "showLog"]],
];

for (const [form, what, actions] of ofCounts) {
  test(`${form} of a ${what} offers ${actions.join(", ")}`, () => {
    assert.deepEqual(actionsFor(faultsOfForms[form][0], what, "own"), actions);
  });
}

test("a notification has at most three distinct actions, and a click on the status item never changes the HTTP client", () => {
  for (const form of faultForms) {
    for (const what of requested) {
      const [fault] = faultsOfForms[form];
      const actions = actionsFor(fault, what, "own");
      assert.ok(actions.length <= 3, form);
      assert.equal(new Set(actions).size, actions.length, form);
      assert.equal(firstAction(fault, what), actions[0], form);
      assert.ok(!["useEditorNetwork", "useOwnNetwork"].includes(actions[0]), form);
    }
  }
});

test("a count offers no actions for threads", () => {
  const threadsOnly: readonly FailureAction[] = ["narrowTimeRange", "changeFilter", "changeSort"];
  for (const form of faultForms) {
    for (const what of requested.filter((one) => one !== "threads")) {
      const actions = actionsFor(faultsOfForms[form][0], what, "own");
      assert.deepEqual(
        actions.filter((action) => threadsOnly.includes(action)),
        [],
        form,
      );
    }
  }
});
