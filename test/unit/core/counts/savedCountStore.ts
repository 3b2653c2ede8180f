import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { allCalls, type CallConditions } from "../../../../src/core/counts/callCondition.ts";
import type { CountEdit } from "../../../../src/core/counts/countEdits.ts";
import { readSeenCounts, readStoredCounts } from "../../../../src/core/counts/countSchemas.ts";
import { formatStoredCounts, isReadable, type SavedCountStore } from "../../../../src/core/counts/savedCount.ts";
import { SavedCounts } from "../../../../src/core/counts/savedCounts.ts";
import type { ProjectClient } from "../../../../src/core/port/projectClient.ts";
import { type TestService, unusedService } from "../testService.ts";

export const project = "northwind/support-assistant";

/** Conditions that differ in the op name. */
export function ofOp(name: string): CallConditions {
  return { ...allCalls, conditions: [{ kind: "list", field: "opNames", values: [name] }] };
}

/** Saved counts as JSON in memory, as in a memento; several windows may share one. */
export class MemoryStore implements SavedCountStore {
  readonly texts = new Map<string, string>();

  load(of: string): ReturnType<SavedCountStore["load"]> {
    const text = this.texts.get(of);
    return readStoredCounts(text === undefined ? undefined : JSON.parse(text));
  }

  async change(of: string, edit: CountEdit): Promise<boolean> {
    await Promise.resolve();
    const edited = edit(this.load(of));
    if (edited !== null) this.texts.set(of, JSON.stringify(formatStoredCounts(edited)));
    return edited !== null;
  }

  loadSeen(of: string): ReturnType<SavedCountStore["loadSeen"]> {
    return readSeenCounts(JSON.parse(this.texts.get(`seen/${of}`) ?? "{}"));
  }

  async saveSeen(of: string, seen: Parameters<SavedCountStore["saveSeen"]>[1]): Promise<void> {
    this.texts.set(`seen/${of}`, JSON.stringify(Object.fromEntries(seen)));
  }

  /** Names in stored order. */
  names(of: string = project): readonly string[] {
    return this.load(of)
      .entries.filter(isReadable)
      .map(({ name }) => name);
  }
}

export const unusedTarget: ProjectClient & { readonly service: TestService } = projectClient(unusedService, project);

/** The saved counts of a window, each named after its op. */
export async function openWindow({
  store = new MemoryStore(),
  names = [],
  target = unusedTarget,
  now = () => 1000,
}: {
  store?: MemoryStore;
  names?: readonly string[];
  target?: ProjectClient;
  now?: () => number;
}): Promise<{ saved: SavedCounts; store: MemoryStore; id(name: string): string; names(): readonly string[] }> {
  const saved = new SavedCounts(store, now);
  saved.reset(target);
  for (const name of names) await saved.add(name, ofOp(name));
  return {
    saved,
    store,
    id: (name) => {
      const count = saved.list().find((candidate) => candidate.name === name);
      if (count === undefined) throw new Error(`There is no saved count ${name}.`);
      return count.id;
    },
    names: () => saved.list().map(({ name }) => name),
  };
}
