import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "../../src/localService/data/random.ts";
import type { Profile } from "../editor/editor.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import type { InterposedService } from "../fault/interposedService.ts";
import { deleteInTurn, removeCounts, rootsOnly, showsRows, storeCounts } from "../ui/savedCountRows.ts";
import { signIn } from "../ui/steps.ts";

const container = "Weave Threads";
const pairs = ["a", "b", "c"].map((name) => [`${name}, awaited`, `${name}, killed`] as const);
const kept = "kept";
const deleted = Array.from({ length: 200 }, (_, index) => `count ${index}`);

/** Two windows delete 200 saved counts in turn. None may come back. */
export async function changeInTurn(window: Workbench, profile: Profile, service: InterposedService): Promise<void> {
  await storeCounts(window, Object.fromEntries([...deleted, ...pairs.flat(), kept].map((name) => [name, rootsOnly])));
  await signIn(window, service);
  const other = await profile.open();
  await deleteInTurn([window, other], deleted, [...pairs.flat(), kept]);
  await other.page.close();
}

/** Kills the extension host three times while it writes. What it had awaited is there afterwards, and nothing else is lost. */
export async function killHosts(window: Workbench, random: Random): Promise<void> {
  for (const [index, [awaited, pending]] of pairs.entries()) {
    const host = await window.host();
    const pid = await host.run(() => process.pid);
    await removeCounts(window, [awaited]);
    const removing = Promise.allSettled([removeCounts(window, [pending])]);
    await pause(random.between(0, 10));
    process.kill(pid, "SIGKILL");
    await removing;
    await window.open(window.page.url());
    const view = await window.openView(container, "Counts");
    await eventually(async () => assert.ok((await view.rows()).length > 0));
    // The last command may have been carried out.
    if ((await view.rows()).some(({ label }) => label === pending)) await removeCounts(window, [pending]);
    await showsRows(view, [...pairs.slice(index + 1).flat(), kept]);
  }
}
