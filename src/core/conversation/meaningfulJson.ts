import type { Json } from "../json.ts";
import { isList, isObject } from "./members.ts";
import { meaninglessMembers } from "./responseEnvelope.ts";

type Place = { readonly from: Json; readonly put: (copy: Json) => void };

/** A copy of a value without what differs from one response to the next though nothing else does. It needs no stack. */
export function meaningfulJson(value: Json): Json {
  let root: Json = null;
  const places: Place[] = [
    {
      from: value,
      put: (copy) => {
        root = copy;
      },
    },
  ];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { from, put } = place;
    if (isList(from)) {
      const copy: Json[] = from.slice();
      for (const [index, each] of from.entries()) {
        if (typeof each !== "object" || each === null) continue;
        places.push({
          from: each,
          put: (inner) => {
            copy[index] = inner;
          },
        });
      }
      put(copy);
    } else if (isObject(from)) {
      const meaningless = meaninglessMembers(from);
      const kept = Object.entries(from).filter(([key]) => meaningless?.get(key) !== "blank");
      const copy: Record<string, Json> = Object.fromEntries(kept);
      for (const [key, each] of kept) {
        if (typeof each !== "object" || each === null) continue;
        const define = (inner: Json) => Object.defineProperty(copy, key, { value: inner });
        places.push({ from: each, put: define });
      }
      put(copy);
    } else {
      put(from);
    }
  }
  return root;
}
