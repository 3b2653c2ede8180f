import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { TestService } from "./testService.ts";

const cli = fileURLToPath(new URL("../../../src/localService/cli.ts", import.meta.url));
/** As in `npm run service`: up to Node.js 24, SQLite prints a warning. */
const quiet = "--disable-warning=ExperimentalWarning";
const small = ["--threads", "4", "--calls", "40"];
const announced = z.strictObject({
  url: z.url(),
  username: z.string().min(1),
  password: z.string().min(1),
  projects: z.array(z.string()).min(3),
});

describe("the service on the command line", { concurrency: true }, () => {
  test("prints one line when it is listening, and nothing more until it ends on SIGTERM", async (context) => {
    const process = start(context, small);
    const [output, errors] = [text(stdout(process)), stderrText(process)];
    const service = await announcedService(process);
    const answered = await service.stats({ project_id: service.running.projects[0], limit: 2 });
    assert.deepEqual(answered, { count: 2, has_more: true, total_storage_size_bytes: null });
    process.kill("SIGTERM");
    assert.deepEqual(await once(process, "close"), [0, null]);
    assert.equal((await output).split("\n").length, 2);
    assert.equal(await errors, "");
  });

  test("ends on SIGINT, even during a response", async (context) => {
    const process = start(context, ["--threads", "3000", "--calls", "9000"]);
    const service = await announcedService(process);
    const response = await fetch(`${service.running.url}/threads/stream_query`, {
      method: "POST",
      headers: { authorization: service.authorization, "content-type": "application/json" },
      body: JSON.stringify({ project_id: service.running.projects[0] }),
    });
    assert.equal(response.status, 200);
    process.kill("SIGINT");
    assert.deepEqual(await once(process, "close"), [0, null]);
    await response.body?.cancel().catch(() => undefined);
  });

  test("sets the size of the first project, and generates equal data for equal seed and time", async (context) => {
    const options = [...small, "--seed", "9", "--now", "2026-11-03T10:00:00Z"];
    const rows: string[] = [];
    for (const process of [start(context, options), start(context, options)]) {
      const service = await announcedService(process);
      const project_id = service.running.projects[0];
      const answered = await service.stats({ project_id, limit: 2 });
      assert.deepEqual(answered, { count: 2, has_more: true, total_storage_size_bytes: null });
      rows.push((await service.post("/threads/stream_query", { project_id })).text);
    }
    assert.equal(rows[0], rows[1]);
    assert.match(rows[0] ?? "", /thread_id/);
  });

  test("ends with the process that started it through npm and its shell", async (context) => {
    const folder = await mkdtemp(join(tmpdir(), "weave-threads-"));
    context.after(() => rm(folder, { recursive: true }));
    const command = [process.execPath, quiet, cli, ...small].join(" ");
    await writeFile(join(folder, "package.json"), JSON.stringify({ scripts: { service: command } }));
    const words = JSON.stringify(["run", "-s", "service", "--prefix", folder]);
    const script = `require("node:child_process").spawn("npm", ${words}, { stdio: ["pipe", "inherit", "inherit"] })`;
    const starter = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    context.after(() => starter.kill("SIGKILL"));
    const { url } = await announcement(starter);
    assert.equal((await fetch(`${url}/health`)).status, 200);
    starter.kill("SIGKILL");
    // The pipe closes when the last process holding it has ended.
    await once(starter, "close");
    await assert.rejects(fetch(`${url}/health`));
  });

  test("a port in use: one sentence and exit code 1", async (context) => {
    const occupied = createServer();
    context.after(() => occupied.close());
    await once(occupied.listen(0, "127.0.0.1"), "listening");
    const address = occupied.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    assert.deepEqual(await outcome(start(context, [...small, "--port", `${port}`])), {
      code: 1,
      output: "",
      errors: `Port ${port} is in use. Choose another with --port.\n`,
    });
  });

  const wrong: readonly (readonly [string, readonly string[], RegExp])[] = [
    ["a port that is not a number", ["--port", "http"], /^--port must be a whole number/],
    ["an unknown option", ["--colour", "red"], /^Unknown option '--colour'\.$/],
    ["an option without a value", ["--seed"], /--seed/],
    ["a stray argument", ["start"], /^Unexpected argument 'start'\.$/],
  ];
  for (const [name, options, sentence] of wrong) {
    test(`${name}: one sentence and exit code 2`, async (context) => {
      const { code, output, errors } = await outcome(start(context, options));
      assert.deepEqual([code, output, errors.trimEnd().split("\n").length], [2, "", 1]);
      assert.match(errors.trimEnd(), sentence);
    });
  }
});

function start(context: TestContext, options: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [quiet, cli, ...options], { stdio: ["ignore", "pipe", "pipe"] });
  context.after(() => child.kill("SIGKILL"));
  return child;
}

function stdout({ stdout: stream }: ChildProcess): NodeJS.ReadableStream {
  if (stream === null) throw new Error("The process has no output.");
  return stream;
}

async function stderrText({ stderr: stream }: ChildProcess): Promise<string> {
  return stream === null ? "" : await text(stream);
}

async function outcome(child: ChildProcess): Promise<{ code: unknown; output: string; errors: string }> {
  const [output, errors, [code]] = await Promise.all([text(stdout(child)), stderrText(child), once(child, "close")]);
  return { code, output, errors };
}

async function announcement(child: ChildProcess): Promise<z.infer<typeof announced>> {
  let output = "";
  const stream = stdout(child);
  return await new Promise((resolve, reject) => {
    stream.on("data", (chunk) => {
      output += chunk;
      if (output.includes("\n")) resolve(announced.parse(JSON.parse(output)));
    });
    stream.on("end", () => reject(new Error(`The process ended after ${JSON.stringify(output)}`)));
  });
}

async function announcedService(child: ChildProcess): Promise<TestService> {
  return new TestService({ ...(await announcement(child)), close: async () => undefined });
}
