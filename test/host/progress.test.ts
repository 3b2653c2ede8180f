import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { Uri } from "vscode";
import type { FilePieces } from "../../src/vscode/files/diskFile.ts";
import { askPlace, saveFile } from "../../src/vscode/files/savedFile.ts";
import { withLateProgress } from "../../src/vscode/ui/progress.ts";

test("closing the window cancels a save, removes the partial file and keeps the old one", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "weave-ending-"));
  try {
    const file = path.join(folder, "figures.csv");
    await writeFile(file, "old");
    const ending = new AbortController();
    const closing = async function* (): FilePieces {
      yield "new";
      assert.equal((await readdir(folder)).length, 2);
      ending.abort();
      // Synchronously: a closing window does not wait for asynchronous work.
      assert.deepEqual(readdirSync(folder), ["figures.csv"]);
      yield "more";
    };
    const place = await askPlace(Uri.file(file));
    const save = (signal: AbortSignal) => saveFile(place, closing(), signal);
    const written = withLateProgress("Exporting", save, ending.signal);
    await assert.rejects(written, { name: "AbortError" });
    assert.deepEqual(await readdir(folder), ["figures.csv"]);
    assert.equal(await readFile(file, "utf8"), "old");
  } finally {
    await rm(folder, { recursive: true });
  }
});
