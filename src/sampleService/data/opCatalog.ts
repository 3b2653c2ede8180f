import type { Json } from "../../core/json.ts";
import type { PublishedObject } from "../query/call.ts";
import type { Random } from "./random.ts";

const digestLetters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Refs of the ops and objects of a project, with the versions over time. */
export interface OpCatalog {
  /** The op name of calls at a time: later times tend to have later versions. */
  opAt(name: string, moment: number): string;
  modelAt(moment: number): string;
  readonly objects: readonly PublishedObject[];
}

/** `from` and `to` bound the times. Names with a space are not published ops and stay bare. */
export function opCatalog(
  projectId: string,
  model: { readonly name: string; readonly versions: readonly [Json, ...Json[]] },
  random: Random,
  span: { readonly from: number; readonly to: number },
): OpCatalog {
  const versions = new Map<string, [string, ...string[]]>();
  const objects = model.versions.map((value) => ({ ref: makeRef("object", model.name), value }));
  const [firstObject] = objects;
  if (firstObject === undefined) throw new Error("A model object has at least one version.");

  function makeRef(kind: "op" | "object", name: string): string {
    return `weave:///${projectId}/${kind}/${name}:${random.text(43, digestLetters)}`;
  }

  /** Deployments overlap: an older version is used for a while alongside a newer one. */
  function indexAt(count: number, moment: number): number {
    const age = (moment - span.from) / (span.to - span.from);
    return Math.max(0, Math.min(count - 1, Math.floor((age + random.fraction() * 0.1 - 0.05) * count)));
  }

  return {
    opAt: (name, moment) => {
      if (name.includes(" ")) return name;
      let refs = versions.get(name);
      if (refs === undefined) {
        refs = [makeRef("op", name), ...Array.from({ length: random.between(0, 3) }, () => makeRef("op", name))];
        versions.set(name, refs);
      }
      return refs[indexAt(refs.length, moment)] ?? refs[0];
    },
    modelAt: (moment) => (objects[indexAt(objects.length, moment)] ?? firstObject).ref,
    objects,
  };
}
