import assert from "node:assert/strict";
import { test } from "node:test";
import type { ViewState } from "../../src/core/display.ts";
import { threadsWelcome } from "./welcome.ts";

// Those of a failure are in shownFaults.test.ts.
const states: readonly (readonly [state: ViewState, sentences: readonly string[], buttons: readonly string[]])[] = [
  [
    "signedOut",
    ["Sign in to see the conversation threads of your W&B Weave project.", "No account? Try the sample project."],
    ["Sign In", "Open Sample Project"],
  ],
  [
    "badAddress",
    ["The service URL setting is not valid. Enter an https:// URL without user name, password or query string."],
    ["Open Service URL Setting"],
  ],
  ["held.restricted", ["In Restricted Mode, no requests are sent until you load threads."], ["Load Threads"]],
  ["held.container", ["Your API key is not used in this container until you allow it."], ["Use API Key…"]],
  ["noProject", ["Select a project, such as my-team/my-app, to see its threads."], ["Select Project"]],
  ["loading", ["Loading threads…"], []],
  [
    "empty",
    ["No threads in this project. A thread may appear only after its first finished turn."],
    ["Retry", "Select Project"],
  ],
  ["noMatch", ["No threads match the filter."], ["Clear Filter", "Change Filter"]],
  ["noErrors", ["No threads with errors."], ["Show All Threads"]],
  [
    "noErrorsLoaded",
    ["No errors in the loaded threads. There may be more threads."],
    ["Load More", "Show All Threads"],
  ],
  ["rows", [], []],
];

for (const [state, sentences, buttons] of states) {
  test(`the threads view in state ${state} offers ${buttons.join(", ") || "no buttons"}`, () => {
    const welcome = threadsWelcome(state, "own");
    assert.deepEqual(welcome.sentences, sentences);
    assert.deepEqual(
      welcome.buttons.map(({ title }) => title),
      buttons,
    );
  });
}
