import assert from "node:assert/strict";
import { test } from "node:test";
import { linesTooltip } from "../../src/vscode/ui/treeView.ts";

const hostile = "[x](command:weaveThreads.signOut) <command:weaveThreads.signOut> **b**";

test("a tooltip runs only the commands of its links, and its lines are text", () => {
  const { value, isTrusted } = linesTooltip([hostile], [{ title: "Refresh", command: "weaveThreads.refresh" }]);
  assert.deepEqual(isTrusted, { enabledCommands: ["weaveThreads.refresh"] });
  assert.deepEqual(value.match(/(?<!\\)\[[^\]]*\]\([^)]*\)/g), ["[Refresh](command:weaveThreads.refresh)"]);
  assert.doesNotMatch(value, /<command/);
  assert.equal(linesTooltip([hostile]).isTrusted, undefined);
});
