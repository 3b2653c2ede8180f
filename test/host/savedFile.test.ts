import assert from "node:assert/strict";
import { test } from "node:test";
import { Disposable, EventEmitter, FileSystemError, type FileSystemProvider, FileType, Uri, workspace } from "vscode";
import { UserError } from "../../src/core/failures/fault.ts";
import { memoryLimit } from "../../src/core/failures/fileFailure.ts";
import type { FilePieces } from "../../src/vscode/files/diskFile.ts";
import { askPlace, saveFile } from "../../src/vscode/files/savedFile.ts";

const never = new AbortController().signal;

function unwanted(): never {
  throw FileSystemError.NoPermissions();
}

/** A file system that accepts whole files only, as remote and web file systems do. */
class MemoryFiles implements FileSystemProvider {
  readonly #changed = new EventEmitter<[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly files = new Map<string, Uint8Array>();
  writes = 0;

  watch(): Disposable {
    return new Disposable(() => undefined);
  }

  stat({ path }: Uri) {
    const file = this.files.get(path);
    if (path !== "/" && file === undefined) throw FileSystemError.FileNotFound(path);
    return {
      type: file === undefined ? FileType.Directory : FileType.File,
      ctime: 0,
      mtime: 0,
      size: file?.length ?? 0,
    };
  }

  readDirectory(): [string, FileType][] {
    return [];
  }

  readFile({ path }: Uri): Uint8Array {
    return this.files.get(path) ?? new Uint8Array();
  }

  writeFile({ path }: Uri, content: Uint8Array): void {
    this.writes++;
    this.files.set(path, content);
  }

  createDirectory = unwanted;
  delete = unwanted;
  rename = unwanted;
}

const memory = new MemoryFiles();
workspace.registerFileSystemProvider("weavetest", memory);
const target = Uri.parse("weavetest:/threads.csv");

async function* pieces(...given: readonly (string | Uint8Array)[]): FilePieces {
  yield* given;
}

function saying(pattern: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof UserError, String(error));
    assert.match(error.message, pattern);
    return true;
  };
}

test("a file on a virtual file system is written at once", async () => {
  const before = memory.writes;
  assert.equal(await saveFile(await askPlace(target), pieces("a\r\n", Buffer.from([0, 255]), "ü"), never), 7);
  assert.deepEqual(Buffer.from(memory.files.get("/threads.csv") ?? []), Buffer.from([97, 13, 10, 0, 255, 195, 188]));
  assert.equal(memory.writes, before + 1);
});

test("a file over 64 MB on a virtual file system is rejected early, and the old file is kept", async () => {
  memory.files.set("/threads.csv", Buffer.from("old"));
  const before = memory.writes;
  let requested = 0;
  const large = async function* (): FilePieces {
    for (; requested < 100; requested++) yield Buffer.alloc(memoryLimit / 10);
  };
  await assert.rejects(
    saveFile(await askPlace(target), large(), never),
    saying(/^Could not write threads\.csv: it exceeds 64 MB/),
  );
  assert.equal(requested, 10);
  assert.equal(memory.writes, before);
  assert.equal(Buffer.from(memory.files.get("/threads.csv") ?? []).toString(), "old");
});

test("a canceled save writes nothing to a virtual file system", async () => {
  const before = memory.writes;
  const controller = new AbortController();
  const until = async function* (): FilePieces {
    yield "a";
    controller.abort(new Error("given up"));
    yield "b";
  };
  await assert.rejects(saveFile(await askPlace(target), until(), controller.signal), /given up/);
  assert.equal(memory.writes, before);
});

/** Registers a file system that rejects every write. */
function refusing(scheme: string, refusal: () => Error): Uri {
  const files = new MemoryFiles();
  const provider: FileSystemProvider = {
    onDidChangeFile: files.onDidChangeFile,
    watch: () => files.watch(),
    stat: (uri) => files.stat(uri),
    readDirectory: () => files.readDirectory(),
    readFile: (uri) => files.readFile(uri),
    writeFile: async () => {
      throw refusal();
    },
    createDirectory: unwanted,
    delete: unwanted,
    rename: unwanted,
  };
  workspace.registerFileSystemProvider(scheme, provider);
  return Uri.parse(`${scheme}:/threads.csv`);
}

const refusals: readonly (readonly [string, () => Error, RegExp])[] = [
  ["no permission", () => FileSystemError.NoPermissions(), /^Could not write threads\.csv: no permission/],
  ["unavailable", () => FileSystemError.Unavailable(), /^Could not write threads\.csv \(Unavailable\)\./],
  [
    "folder with this name",
    () => FileSystemError.FileIsADirectory(),
    /^Could not write threads\.csv: its folder does not exist, or it is not a file\./,
  ],
  [
    "missing folder",
    () => FileSystemError.FileNotFound(),
    /^Could not write threads\.csv: its folder does not exist, or it is not a file\./,
  ],
  ["other error", () => new Error("quota"), /^Could not write threads\.csv \(\w+\)\. Choose another location\./],
];
for (const [place, [name, refusal, expected]] of refusals.entries()) {
  test(`a failed write to a virtual file system is reported: ${name}`, async () => {
    const uri = refusing(`weaverefusing${place}`, refusal);
    await assert.rejects(saveFile(await askPlace(uri), pieces("a"), never), saying(expected));
  });
}
