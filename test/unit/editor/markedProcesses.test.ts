import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { endMarkedProcesses, markedProcesses, markVariable } from "../../editor/markedProcesses.ts";

const stays = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')";
const startsAnotherAndEnds = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stays)}],
    { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.once('data', () => { console.log('up'); process.exit(); });`;

// The mark is read from `/proc`, which only Linux has.
if (process.platform === "linux") {
  test("a process that outlives its parent and ignores SIGTERM is found and killed", async () => {
    const mark = `test-${process.pid}-${performance.now()}`;
    const parent = spawn(process.execPath, ["-e", startsAnotherAndEnds], {
      env: { ...process.env, [markVariable]: mark },
      stdio: ["ignore", "pipe", "ignore"],
    });
    await once(parent, "exit");
    assert.equal((await markedProcesses(mark)).length, 1);
    await endMarkedProcesses(mark, 0);
    assert.deepEqual(await markedProcesses(mark), []);
  });
}
