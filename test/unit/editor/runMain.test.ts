import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const editorFolder = join(import.meta.dirname, "..", "..", "editor");

function ended(args: readonly string[]): { readonly code: number | null; readonly errors: string } {
  const { status, stderr } = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    encoding: "utf8",
  });
  return { code: status, errors: stderr };
}

/** Runs a program of this text, with `SetupError` in scope. */
function program(body: string): ReturnType<typeof ended> {
  const from = (name: string) => JSON.stringify(pathToFileURL(join(editorFolder, name)).href);
  const source = `import { runMain } from ${from("runMain.ts")};
    import { SetupError } from ${from("setupError.ts")};
    await runMain(async () => { ${body} });`;
  return ended(["--input-type=module", "--eval", source]);
}

test("a program exits with the code it returns", () => {
  assert.deepEqual(program("return 3;"), { code: 3, errors: "" });
});

test("a setup error is one line on stderr and exit code 1", () => {
  assert.deepEqual(program('throw new SetupError("Port 80 is taken.", { cause: new Error("EACCES") });'), {
    code: 1,
    errors: "Port 80 is taken.\n",
  });
});

test("any other error is printed with its stack and exits with code 1", () => {
  const { code, errors } = program('throw new TypeError("x is not a function");');
  assert.equal(code, 1);
  assert.match(errors, /^TypeError: x is not a function\n +at /);
});

test("invalid arguments of the demo are one line on stderr and exit code 2", () => {
  const { code, errors } = ended([join(editorFolder, "demo.ts"), "--nonsense"]);
  assert.equal(code, 2);
  assert.match(errors, /^Unknown option '--nonsense'[^\n]*: use `npm run demo -- [^\n]*\n$/);
});
