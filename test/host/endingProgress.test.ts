import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { Uri } from "vscode";
import type { FilePieces } from "../../src/vscode/files/diskFile.ts";
import { askPlace, saveFile } from "../../src/vscode/files/savedFile.ts";
import { Ending } from "../../src/vscode/ui/ending.ts";
import { withEndingProgress } from "../../src/vscode/ui/endingProgress.ts";

test("closing the window cancels a save, removes the partial file and keeps the old one", async () => {
  const place = await mkdtemp(path.join(tmpdir(), "weave-ending-"));
  try {
    const file = path.join(place, "figures.csv");
    await writeFile(file, "old");
    const ending = new Ending();
    const closing = async function* (): FilePieces {
      yield "new";
      assert.equal((await readdir(place)).length, 2);
      ending.dispose();
      // Synchronously: a closing window does not wait for asynchronous work.
      assert.deepEqual(readdirSync(place), ["figures.csv"]);
      yield "more";
    };
    const written = withEndingProgress("Exporting", ending.signal, async (signal) =>
      saveFile(await askPlace(Uri.file(file)), closing(), signal),
    );
    await assert.rejects(written, { name: "AbortError" });
    assert.deepEqual(await readdir(place), ["figures.csv"]);
    assert.equal(await readFile(file, "utf8"), "old");
  } finally {
    await rm(place, { recursive: true });
  }
});
