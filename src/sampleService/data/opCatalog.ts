import type { Json } from "../../core/json.ts";
import type { PublishedObject } from "../query/call.ts";
import type { Random } from "./random.ts";

const digestLetters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The refs of a project's ops and objects, with the versions that were current over time. */
export interface OpCatalog {
  /** The op's name as calls carry it at a moment: later moments tend to later versions. */
  opAt(name: string, moment: number): string;
  modelAt(moment: number): string;
  readonly objects: readonly PublishedObject[];
}

/** `from` and `to` bound the moments that are asked for. Names with a blank are no published ops and stay bare. */
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

  /** Deployments are not sharp: an older version lives on for a while beside a newer one. */
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
