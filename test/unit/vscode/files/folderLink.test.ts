import assert from "node:assert/strict";
import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { leavingLink } from "../../../../src/vscode/files/folderLink.ts";

interface Case {
  readonly name: string;
  /** Open workspace folders; `ws` by default. */
  readonly opened?: readonly string[];
  readonly file: string;
  /** The link and the real folder, or undefined if there is no prompt. */
  readonly expected?: readonly [link: string, realFolder: string];
}

const folders = ["ws/sub/deep", "ws-2", "other/sub", "outside/deep/ws", "home"];
const links = {
  "ws/exports": "../outside",
  "ws/sub/out": "../../outside/deep",
  "ws/chain": "sub/out",
  "ws/inner": "sub/deep",
  "ws/self": ".",
  "ws/up": "..",
  "ws/beside": "../ws-2",
  "ws/other": "../other",
  "ws/gone": "../missing",
  "ws/circle": "circle",
  "outside/back": "../ws/sub",
  "home/ws": "../ws",
  "home/all": "..",
  linked: "ws",
};

const cases: readonly Case[] = [
  { name: "the workspace folder itself", file: "ws/a.csv" },
  { name: "a folder in it", file: "ws/sub/deep/a.csv" },
  { name: "a link out of it", file: "ws/exports/a.csv", expected: ["ws/exports", "outside"] },
  { name: "a folder inside such a link", file: "ws/exports/deep/a.csv", expected: ["ws/exports", "outside/deep"] },
  { name: "a link in a subfolder", file: "ws/sub/out/a.csv", expected: ["ws/sub/out", "outside/deep"] },
  { name: "a link to such a link", file: "ws/chain/a.csv", expected: ["ws/chain", "outside/deep"] },
  { name: "a link to the folder above it", file: "ws/up/a.csv", expected: ["ws/up", "."] },
  { name: "a link to a folder with the same name prefix", file: "ws/beside/a.csv", expected: ["ws/beside", "ws-2"] },
  { name: "a link that stays inside", file: "ws/inner/a.csv" },
  { name: "a link to the workspace folder itself", file: "ws/self/sub/a.csv" },
  { name: "a link out of it and one back in", file: "ws/exports/back/a.csv" },
  { name: "a dangling link, which fails when writing", file: "ws/gone/a.csv" },
  { name: "a circular link, which fails when writing", file: "ws/circle/a.csv" },
  { name: "no workspace folder", opened: [], file: "ws/exports/a.csv" },
  { name: "a file elsewhere", file: "outside/deep/a.csv" },
  { name: "a link elsewhere", file: "home/all/outside/a.csv" },
  { name: "a missing workspace folder", opened: ["missing", "ws"], file: "ws/a.csv" },
  { name: "a workspace folder opened through a link", opened: ["linked"], file: "linked/sub/a.csv" },
  {
    name: "a link out of a workspace folder opened through a link",
    opened: ["linked"],
    file: "linked/exports/a.csv",
    expected: ["linked/exports", "outside"],
  },
  {
    name: "the same folder by its real path",
    opened: ["linked"],
    file: "ws/exports/a.csv",
    expected: ["ws/exports", "outside"],
  },
  {
    name: "the workspace folder through a link elsewhere, and out of it again",
    file: "home/ws/exports/a.csv",
    expected: ["home/ws/exports", "outside"],
  },
  { name: "a link above the workspace folder", opened: ["home/all/ws"], file: "home/all/ws/sub/a.csv" },
  {
    name: "a link into another workspace folder",
    opened: ["other", "ws"],
    file: "ws/other/sub/a.csv",
    expected: ["ws/other", "other/sub"],
  },
  {
    name: "a link out of the second workspace folder",
    opened: ["other", "ws"],
    file: "ws/exports/a.csv",
    expected: ["ws/exports", "outside"],
  },
  {
    name: "a link out of a workspace folder inside another, into that one",
    opened: [".", "ws"],
    file: "ws/exports/a.csv",
    expected: ["ws/exports", "outside"],
  },
  { name: "the outer of two workspace folders alone", opened: ["."], file: "ws/exports/a.csv" },
];

test("only a link that leads out of its workspace folder is found, with the real folder", async (t) => {
  const place = realpathSync(await mkdtemp(path.join(tmpdir(), "weave-links-")));
  t.after(() => rm(place, { recursive: true, force: true }));
  for (const each of folders) mkdirSync(path.join(place, each), { recursive: true });
  for (const [link, target] of Object.entries(links)) symlinkSync(target, path.join(place, link));
  for (const { name, opened = ["ws"], file, expected } of cases) {
    await t.test(name, async () => {
      const at = (each: string) => path.join(place, each);
      const found = await leavingLink(at(file), opened.map(at));
      const [link, realFolder] = expected ?? [];
      const wanted = link && realFolder ? { link: at(link), realFolder: path.resolve(at(realFolder)) } : undefined;
      assert.deepEqual(found, wanted);
    });
  }
});
