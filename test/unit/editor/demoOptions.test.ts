import assert from "node:assert/strict";
import { test } from "node:test";
import { type DemoOptions, readDemoOptions } from "../../editor/demoOptions.ts";
import { SetupError } from "../../editor/setupError.ts";

const understood: readonly [args: readonly string[], options: DemoOptions][] = [
  [[], { port: 0, screenshot: undefined }],
  [["--port", "8080"], { port: 8080, screenshot: undefined }],
  [["--port=0", "--screenshot", "a b.png"], { port: 0, screenshot: "a b.png" }],
];

const refused: readonly (readonly string[])[] = [
  ["--port"],
  ["--port", ""],
  ["--port", "-1"],
  ["--port", "80x"],
  ["--port", "65536"],
  ["--screenshot"],
  ["--screenshot", ""],
  ["--help"],
  ["out.png"],
];

for (const [args, options] of understood) {
  test(`the demo accepts ${JSON.stringify(args)}`, () => assert.deepEqual(readDemoOptions(args), options));
}

for (const args of refused) {
  test(`the demo rejects ${JSON.stringify(args)} with one sentence`, () => {
    const answer = readDemoOptions(args);
    assert.ok(answer instanceof SetupError);
    assert.match(answer.message, /^[^\n]+: use `npm run demo -- \[--port N\] \[--screenshot FILE\]`\.$/);
  });
}
