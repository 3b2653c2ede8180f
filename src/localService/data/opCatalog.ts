import type { Json } from "../../core/text/json.ts";
import type { PublishedObject } from "../query/storedCall.ts";
import type { Random } from "./random.ts";

const digestLetters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Refs of the ops and objects of a project, with the versions over time. */
export interface OpCatalog {
  /** The op name of calls at a time: later times tend to have later versions. */
  opAt(name: string, moment: number): string;
  modelAt(moment: number): string;
  readonly objects: readonly PublishedObject[];
}

/** All times are in the 30 days before `now`. Names with a space are not published ops and stay bare. */
export function opCatalog(
  projectId: string,
  model: { readonly name: string; readonly versions: readonly [Json, ...Json[]] },
  random: Random,
  now: number,
): OpCatalog {
  const span = 30 * 86_400_000;
  const opRefs = new Map<string, string[]>();
  const makeRef = (kind: "op" | "object", name: string): string =>
    `weave:///${projectId}/${kind}/${name}:${random.text(43, digestLetters)}`;
  const objects = model.versions.map((value) => ({ ref: makeRef("object", model.name), value }));
  const modelRefs = objects.map(({ ref }) => ref);

  /** Deployments overlap: an older version is used for a while alongside a newer one. */
  function versionAt(refs: readonly string[], moment: number): string {
    const age = (moment - now + span) / span;
    const index = Math.floor((age + random.fraction() * 0.1 - 0.05) * refs.length);
    return refs[Math.max(0, Math.min(refs.length - 1, index))] ?? "";
  }

  return {
    opAt: (name, moment) => {
      if (name.includes(" ")) return name;
      let refs = opRefs.get(name);
      if (refs === undefined) {
        refs = [makeRef("op", name)];
        for (let more = random.between(0, 3); more > 0; more--) refs.push(makeRef("op", name));
        opRefs.set(name, refs);
      }
      return versionAt(refs, moment);
    },
    modelAt: (moment) => versionAt(modelRefs, moment),
    objects,
  };
}
