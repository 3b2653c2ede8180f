import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { FileFailure } from "../../../../src/core/failures/fileFailure.ts";
import { type FilePieces, writeDiskFile } from "../../../../src/vscode/files/diskFile.ts";

const never = new AbortController().signal;
const old = "what was there before\n";

async function folder(t: TestContext): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), "weave-export-"));
  t.after(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function* pieces(...given: readonly (string | Uint8Array)[]): FilePieces {
  yield* given;
}

/** Yields `first`, then calls `happen`. */
async function* meanwhile(first: string, happen: () => unknown): FilePieces {
  yield first;
  await happen();
}

function code(expected: string): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof FileFailure, String(error));
    assert.equal(error.code, expected);
    return true;
  };
}

function makePipe(file: string): void {
  assert.equal(spawnSync("mkfifo", [file]).status, 0);
}

test("pieces of text and bytes are written one after the other, as UTF-8", async (t) => {
  const file = path.join(await folder(t), "Größe 😀.csv");
  const bytes = await writeDiskFile(file, pieces("a\r\n", Buffer.from([0, 255]), "ü\ud800😀", ""), never);
  const expected = Buffer.concat([Buffer.from("a\r\n"), Buffer.from([0, 255]), Buffer.from("ü\ufffd😀")]);
  assert.deepEqual(readFileSync(file), expected);
  assert.equal(bytes, expected.length);
});

test("no content creates an empty file", async (t) => {
  const file = path.join(await folder(t), "a.csv");
  assert.equal(await writeDiskFile(file, pieces(), never), 0);
  assert.equal(readFileSync(file, "utf8"), "");
});

test("a name of the maximum length works", async (t) => {
  const file = path.join(await folder(t), `${"ü".repeat(125)}.csv`);
  await writeDiskFile(file, pieces("new"), never);
  assert.equal(readFileSync(file, "utf8"), "new");
});

test("the old file stays until the new one is complete", async (t) => {
  const place = await folder(t);
  const file = path.join(place, "a.csv");
  writeFileSync(file, old);
  await writeDiskFile(
    file,
    meanwhile("new", () => {
      assert.equal(readFileSync(file, "utf8"), old);
      assert.match(readdirSync(place).join(), /^\.a\.csv\.[0-9a-f]{12}\.part,a\.csv$/);
    }),
    never,
  );
  assert.deepEqual(readdirSync(place), ["a.csv"]);
  assert.equal(readFileSync(file, "utf8"), "new");
});

for (const mode of [0o600, 0o640, 0o666, 0o755]) {
  test(`permissions ${mode.toString(8)} of the old file are kept`, async (t) => {
    const file = path.join(await folder(t), "a.csv");
    writeFileSync(file, old);
    chmodSync(file, mode);
    await writeDiskFile(file, pieces("new"), never);
    assert.equal(statSync(file).mode & 0o777, mode);
  });
}

/** Links in the export's folder to a file or other target outside it. */
const planted: readonly (readonly [name: string, plant: (place: string, file: string) => void])[] = [
  ["an absolute link to a file", (place, file) => symlinkSync(path.join(place, "outside/profile"), file)],
  ["a relative link to a file", (_place, file) => symlinkSync("../outside/profile", file)],
  [
    "a link to a link to a file",
    (_place, file) => {
      symlinkSync("../outside/profile", `${file}.second`);
      symlinkSync(path.basename(`${file}.second`), file);
    },
  ],
  ["a dangling link", (_place, file) => symlinkSync("../outside/later", file)],
  ["a link to a file in a missing folder", (_place, file) => symlinkSync("../missing/later", file)],
  ["a link to itself", (_place, file) => symlinkSync("a.csv", file)],
  ["a link to a full device", (_place, file) => symlinkSync("/dev/full", file)],
  ["a link to a pipe", (_place, file) => symlinkSync("../outside/pipe", file)],
  ["a link to a read-only file", (_place, file) => symlinkSync("/proc/version", file)],
  ["a hard link to the file", (place, file) => linkSync(path.join(place, "outside/profile"), file)],
];
for (const [name, plant] of planted) {
  test(`${name} is replaced and not followed`, async (t) => {
    const place = await folder(t);
    const [workspace, outside] = [path.join(place, "workspace"), path.join(place, "outside")];
    mkdirSync(workspace);
    mkdirSync(outside);
    writeFileSync(path.join(outside, "profile"), old);
    makePipe(path.join(outside, "pipe"));
    const file = path.join(workspace, "a.csv");
    plant(place, file);
    const before = readdirSync(workspace);
    await writeDiskFile(file, pieces("new"), never);
    assert.ok(lstatSync(file).isFile());
    assert.equal(readFileSync(file, "utf8"), "new");
    assert.equal(readFileSync(path.join(outside, "profile"), "utf8"), old);
    assert.deepEqual(readdirSync(place), ["outside", "workspace"]);
    assert.deepEqual(readdirSync(outside), ["pipe", "profile"]);
    assert.deepEqual(readdirSync(workspace), before);
  });
}

test("the permissions of a link's target are not those of the file that replaces the link", async (t) => {
  const place = await folder(t);
  writeFileSync(path.join(place, "program"), old, { mode: 0o755 });
  symlinkSync("program", path.join(place, "a.csv"));
  await writeDiskFile(path.join(place, "a.csv"), pieces("new"), never);
  await writeDiskFile(path.join(place, "b.csv"), pieces("new"), never);
  assert.equal(statSync(path.join(place, "a.csv")).mode, statSync(path.join(place, "b.csv")).mode);
});

test("a link created during writing is replaced and not followed", async (t) => {
  const place = await folder(t);
  const file = path.join(place, "a.csv");
  writeFileSync(path.join(place, "profile"), old);
  await writeDiskFile(
    file,
    meanwhile("new", () => symlinkSync("profile", file)),
    never,
  );
  assert.ok(lstatSync(file).isFile());
  assert.equal(readFileSync(path.join(place, "profile"), "utf8"), old);
});

for (const [what, replace] of [
  ["a link", (part: string) => symlinkSync("profile", part)],
  ["another file", (part: string) => writeFileSync(part, "theirs")],
] as const) {
  test(`a part file that is replaced by ${what} is not renamed`, async (t) => {
    const place = await folder(t);
    for (const name of ["profile", "a.csv"]) writeFileSync(path.join(place, name), old);
    const swap = () => {
      const [part = ""] = readdirSync(place).filter((name) => name.endsWith(".part"));
      renameSync(path.join(place, part), path.join(place, "ours"));
      replace(path.join(place, part));
    };
    await assert.rejects(writeDiskFile(path.join(place, "a.csv"), meanwhile("new", swap), never), code("REPLACED"));
    assert.deepEqual(readdirSync(place), ["a.csv", "ours", "profile"]);
    for (const name of ["profile", "a.csv"]) assert.equal(readFileSync(path.join(place, name), "utf8"), old);
  });
}

test("only part files that were abandoned a day ago are removed", async (t) => {
  const place = await folder(t);
  const part = ".b.csv.0123456789ab.part";
  const others = [
    `x${part}`,
    `${part}s`,
    ".b.csv.0123456789abc.part",
    ".b.csv.0123456789AB.part",
    "..0123456789ab.part",
  ];
  const kept = [...others, ".fresh.csv.0123456789ab.part", ".folder.0123456789ab.part", ".link.0123456789ab.part"];
  for (const name of [part, ...kept.slice(0, -2)]) writeFileSync(path.join(place, name), old);
  mkdirSync(path.join(place, ".folder.0123456789ab.part"));
  symlinkSync("x", path.join(place, ".link.0123456789ab.part"));
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  for (const name of [part, ...kept]) {
    const then = hoursAgo(name.startsWith(".fresh") ? 23 : 25);
    lutimesSync(path.join(place, name), then, then);
  }
  await writeDiskFile(path.join(place, "a.csv"), pieces("new"), never);
  assert.deepEqual(readdirSync(place), ["a.csv", ...kept].sort());
});

test("two concurrent writes do not mix: the last complete one wins", async (t) => {
  const place = await folder(t);
  const file = path.join(place, "a.csv");
  const many = async function* (text: string): FilePieces {
    for (let each = 0; each < 200; each++) {
      yield text.repeat(1000);
      await turn();
    }
  };
  await Promise.all([writeDiskFile(file, many("a"), never), writeDiskFile(file, many("b"), never)]);
  assert.match(readFileSync(file, "utf8"), /^(?:a{200000}|b{200000})$/);
  assert.deepEqual(readdirSync(place), ["a.csv"]);
});

test("pieces are requested no faster than they are written", async (t) => {
  const file = path.join(await folder(t), "a.csv");
  let requested = 0;
  const piece = Buffer.alloc(1024 * 1024, 0x61);
  let most = 0;
  const written = () => statSync(path.join(path.dirname(file), readdirSync(path.dirname(file))[0] ?? "")).size;
  const large = async function* (): FilePieces {
    for (; requested < 64; requested++) {
      yield piece;
      most = Math.max(most, (requested + 1) * piece.length - written());
    }
  };
  await writeDiskFile(file, large(), never);
  assert.ok(most < 8 * piece.length, `${most} bytes pending`);
});

test("a failure leaves the old file and no part file", async (t) => {
  const broken = new Error("the stream broke");
  const aborted = new AbortController();
  const reason = new Error("canceled");
  const cases: readonly (readonly [string, FilePieces, AbortSignal, (error: unknown) => boolean])[] = [
    ["the pieces break", meanwhile("new", () => Promise.reject(broken)), never, (error) => error === broken],
    [
      "the pieces break at once",
      (async function* (): FilePieces {
        yield* [];
        throw broken;
      })(),
      never,
      (error) => error === broken,
    ],
    [
      "canceled during writing",
      meanwhile("new", () => aborted.abort(reason)),
      aborted.signal,
      (error) => error === reason,
    ],
    ["canceled before writing", pieces("new"), AbortSignal.abort(reason), (error) => error === reason],
  ];
  for (const [name, given, signal, expected] of cases) {
    await t.test(name, async (t) => {
      const place = await folder(t);
      writeFileSync(path.join(place, "a.csv"), old);
      await assert.rejects(writeDiskFile(path.join(place, "a.csv"), given, signal), expected);
      assert.deepEqual(readdirSync(place), ["a.csv"]);
      assert.equal(readFileSync(path.join(place, "a.csv"), "utf8"), old);
    });
  }
});

test("canceling deletes the part file synchronously", async (t) => {
  const place = await folder(t);
  const controller = new AbortController();
  const until = meanwhile("new", () => {
    assert.equal(readdirSync(place).length, 1);
    controller.abort(new Error("canceled"));
    assert.deepEqual(readdirSync(place), []);
  });
  await assert.rejects(writeDiskFile(path.join(place, "a.csv"), until, controller.signal), /canceled/);
  assert.deepEqual(readdirSync(place), []);
});

test("a target that becomes a folder is rejected without a part file left", async (t) => {
  const place = await folder(t);
  const file = path.join(place, "a.csv");
  await assert.rejects(
    writeDiskFile(
      file,
      meanwhile("new", () => mkdirSync(file)),
      never,
    ),
    code("EISDIR"),
  );
  assert.deepEqual(readdirSync(place), ["a.csv"]);
  assert.deepEqual(readdirSync(file), []);
});

test("a moved folder is reported", async (t) => {
  const place = await folder(t);
  const inner = path.join(place, "inner");
  mkdirSync(inner);
  await assert.rejects(
    writeDiskFile(
      path.join(inner, "a.csv"),
      meanwhile("new", () => renameSync(inner, path.join(place, "moved"))),
      never,
    ),
    code("ENOENT"),
  );
});

test("known errors are reported before the first piece is requested", async (t) => {
  const place = await folder(t);
  mkdirSync(path.join(place, "folder"));
  symlinkSync("circle", path.join(place, "circle"));
  symlinkSync("folder", path.join(place, "link"));
  makePipe(path.join(place, "pipe"));
  writeFileSync(path.join(place, "file"), old);
  const cases = [
    ["folder", "EISDIR"],
    ["link", "EISDIR"],
    ["missing/a.csv", "ENOENT"],
    ["file/a.csv", "ENOTDIR"],
    ["circle/a.csv", "ELOOP"],
    ["pipe", "ENOTFILE"],
    ["n".repeat(300), "ENAMETOOLONG"],
    ["/proc/a.csv", "ENOENT"],
  ] as const;
  for (const [name, expected] of cases) {
    await t.test(name.slice(0, 20), async () => {
      let requested = false;
      const unread = async function* (): FilePieces {
        requested = true;
        yield "new";
      };
      await assert.rejects(writeDiskFile(path.resolve(place, name), unread(), never), code(expected));
      assert.equal(requested, false);
    });
  }
  assert.equal(readFileSync(path.join(place, "file"), "utf8"), old);
  assert.ok(lstatSync(path.join(place, "link")).isSymbolicLink());
});

interface Ended {
  /** The error code, or the number of bytes written. */
  readonly code: string | number;
  readonly left: readonly string[];
  readonly text: string;
}

/** Replaces a file with 1 MB, in a separate process because limits, users and mounts are per process. */
function inProcess(place: string, { shell = "", before = "", last = "" }): Ended {
  const module = JSON.stringify(path.resolve(import.meta.dirname, "../../../../src/vscode/files/diskFile.ts"));
  const program = `
    const { chmodSync, chownSync, readdirSync, readFileSync, writeFileSync } = await import("node:fs");
    const { writeDiskFile } = await import(${module});
    process.on("SIGXFSZ", () => {});
    writeFileSync("a.csv", ${JSON.stringify(old)});
    ${before}
    const large = async function* () { for (let i = 0; i < 16; i++) yield Buffer.alloc(65536, 97); ${last} };
    const code = await writeDiskFile("a.csv", large(), new AbortController().signal).catch((error) => error.code ?? String(error));
    console.log(JSON.stringify({ code, left: readdirSync("."), text: readFileSync("a.csv", "utf8") }));`;
  const args = ["-c", `${shell} exec "$0" --input-type=module -e "$1"`, process.execPath, program];
  const { stdout, stderr } = spawnSync("bash", args, { cwd: place, encoding: "utf8" });
  assert.notEqual(stdout, "", stderr);
  return JSON.parse(stdout);
}

const refused = (code: string): Ended => ({ code, left: ["a.csv"], text: old });
const asNobody = "if (process.getuid() === 0) process.setuid(65534);";
/** Drops root privileges, but keeps ownership of the folder and the file. */
const asOwner = `if (process.getuid() === 0) { chownSync(".", 65534, 65534); chownSync("a.csv", 65534, 65534); process.setuid(65534); }`;

test("a full disk leaves the old file and no part file", async (t) => {
  const place = await folder(t);
  const mount = 'mount -t tmpfs -o size=256k none "$PWD" && cd "$PWD" || exit 1;';
  const own = spawnSync("unshare", ["-rm", "bash", "-c", mount], { cwd: place });
  if (own.status !== 0) return t.skip("cannot mount a file system");
  const shell = `exec unshare -rm bash -c '${mount} exec "$0" --input-type=module -e "$1"' "$0" "$1";`;
  assert.deepEqual(inProcess(place, { shell }), refused("ENOSPC"));
});

test("exceeding the file size limit leaves the old file and no part file", async (t) => {
  assert.deepEqual(inProcess(await folder(t), { shell: "ulimit -f 256;" }), refused("EFBIG"));
});

test("a folder without write permission is reported", async (t) => {
  const place = await folder(t);
  const before = `chmodSync(".", 0o555); ${asNobody}`;
  assert.deepEqual(inProcess(place, { before }), refused("EACCES"));
  chmodSync(place, 0o755);
});

test("a read-only file is not replaced, even in a writable folder", async (t) => {
  const place = await folder(t);
  const before = `chmodSync(".", 0o777); chmodSync("a.csv", 0o444); ${asNobody}`;
  assert.deepEqual(inProcess(place, { before }), refused("EACCES"));
});

test("a rename that briefly fails is retried", async (t) => {
  const place = await folder(t);
  const before = `chmodSync(".", 0o777); ${asOwner}`;
  const last = 'chmodSync(".", 0o555); setTimeout(() => chmodSync(".", 0o755), 100);';
  const ended = inProcess(place, { before, last });
  assert.deepEqual({ ...ended, text: ended.text.length }, { code: 16 * 65536, left: ["a.csv"], text: 16 * 65536 });
});

test("a file that cannot be replaced is reported as held, not as a missing permission", async (t) => {
  const place = await folder(t);
  const before = `chmodSync(".", 0o777); ${asOwner}`;
  const { code, text } = inProcess(place, { before, last: 'chmodSync(".", 0o555);' });
  assert.deepEqual({ code, text }, { code: "HELD", text: old });
  chmodSync(place, 0o755);
});

test("a link instead of the part file is not followed", async (t) => {
  const place = await folder(t);
  // Makes the random file name predictable.
  const before = `
    const { default: crypto } = await import("node:crypto");
    const { symlinkSync } = await import("node:fs");
    const { syncBuiltinESMExports } = await import("node:module");
    crypto.randomBytes = (size) => Buffer.alloc(size);
    syncBuiltinESMExports();
    writeFileSync("profile", ${JSON.stringify(old)});
    symlinkSync("profile", ".a.csv.000000000000.part");`;
  const left = [".a.csv.000000000000.part", "a.csv", "profile"];
  assert.deepEqual(inProcess(place, { before }), { code: "EEXIST", left, text: old });
  assert.equal(readFileSync(path.join(place, "profile"), "utf8"), old);
});
