import assert from "node:assert/strict";
import { test } from "node:test";
import { commands, extensions } from "vscode";

test("the extension activates and registers its commands", async () => {
  const extension = extensions.getExtension("weave-threads.weave-threads");
  assert.ok(extension);
  await extension.activate();
  assert.equal(extension.isActive, true);
  const registered = await commands.getCommands(true);
  const contributed: readonly { command: string }[] = extension.packageJSON.contributes.commands;
  assert.deepEqual(
    contributed.map(({ command }) => command).filter((command) => !registered.includes(command)),
    [],
  );
});
