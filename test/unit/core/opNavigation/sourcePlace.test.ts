import assert from "node:assert/strict";
import { test } from "node:test";
import { baseName, namedFile, sourcePlaces } from "../../../../src/core/opNavigation/sourcePlace.ts";

const texts: readonly [text: string, places: readonly string[]][] = [
  ['  File "/app/refunds.py", line 12, in issue', ['File "/app/refunds.py", line 12 = /app/refunds.py 12']],
  ["Error: x\n    at run (src/agent.ts:3:7)", ["src/agent.ts:3:7 = src/agent.ts 3"]],
  ["    at async file:///srv/a b.mjs:10:2", ["file:///srv/a b.mjs:10:2 = /srv/a b.mjs 10"]],
  ["    at Object.<anonymous> (C:\\app\\agent.js:3:7)", ["C:\\app\\agent.js:3:7 = C:\\app\\agent.js 3"]],
  ["    at run (file:///srv/a%20b.mjs:10:2)", ["file:///srv/a%20b.mjs:10:2 = /srv/a b.mjs 10"]],
  ["    at run (file:///srv/a%zz.mjs:10:2)", ["file:///srv/a%zz.mjs:10:2 = /srv/a%zz.mjs 10"]],
  ["File ~/shop/agent.py:12, in answer(q)", ["File ~/shop/agent.py:12 = ~/shop/agent.py 12"]],
  ["    at new Promise (<anonymous>)", []],
  ["look at agent.ts:3:7", []],
  ['File "a.py", line 0', []],
  [`    at ${"(".repeat(2000)}a.ts:1:1)`, []],
];
for (const [text, places] of texts) {
  test(`the source places in ${JSON.stringify(text.slice(0, 60))}`, () => {
    const found = sourcePlaces(text);
    assert.deepEqual(
      found.map(({ at, length, path, line }) => `${text.slice(at, at + length)} = ${path} ${line}`),
      places,
    );
  });
}

test("hostile texts are read in linear time", () => {
  for (const line of ["at (", "File ", 'File "', "at a:1:", "::::"]) {
    assert.ok(sourcePlaces(`${line.repeat(200)}\n`.repeat(1000)).length <= 200);
    assert.ok(sourcePlaces(line.repeat(200_000)).length <= 200);
  }
});

const files = ["refunds.py", "src/shop/tools.py", "src/tools.py", "web/agent.ts", "json/decoder.py", "a/x.py", "x.py"];
const paths: readonly [path: string, file: string | undefined][] = [
  ["/app/refunds.py", "refunds.py"],
  ["/home/me/desk/src/tools.py", "src/tools.py"],
  ["/srv/shop/tools.py", "src/shop/tools.py"],
  ["tools.py", "src/tools.py"],
  ["./web/agent.ts", "web/agent.ts"],
  ["C:\\build\\web\\agent.ts", "web/agent.ts"],
  ["/other/agent.ts", undefined],
  ["/usr/lib/python3.12/json/decoder.py", undefined],
  ["/venv/site-packages/refunds.py", undefined],
  ["../../etc/refunds.py", undefined],
  ["/etc/passwd", undefined],
  ["", undefined],
  ["/b/x.py", "x.py"],
];
for (const [path, file] of paths) {
  test(`"${path}" names ${file ?? "no file of the workspace"}`, () => {
    const known = files.map((relative) => ({ relative, path: `/home/me/desk/${relative}` }));
    assert.equal(namedFile(path, known)?.relative, file);
  });
}

test("the name of a file is the last part of its path", () => {
  assert.deepEqual(["/app/a.py", "C:\\app\\a.py", "a.py", "/"].map(baseName), ["a.py", "a.py", "a.py", ""]);
});
