import type { Json } from "../../json.ts";
import { isList, isObject } from "../messages/members.ts";
import { meaninglessMembers } from "../messages/responseEnvelope.ts";

type CopyTask = { readonly from: Json; readonly put: (copy: Json) => void };

/** A value without parts that differ in every response. Not recursive. */
export function meaningfulJson(value: Json): Json {
  return holdsBlanks(value) ? copyWithoutBlanks(value) : value;
}

function holdsBlanks(value: Json): boolean {
  const stack: Json[] = [value];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next !== "object" || next === null) continue;
    for (const how of isList(next) ? [] : (meaninglessMembers(next)?.values() ?? [])) if (how === "blank") return true;
    for (const each of isList(next) ? next : Object.values(next)) {
      if (typeof each === "object" && each !== null) stack.push(each);
    }
  }
  return false;
}

function copyWithoutBlanks(value: Json): Json {
  let root: Json = null;
  const tasks: CopyTask[] = [
    {
      from: value,
      put: (copy) => {
        root = copy;
      },
    },
  ];
  for (let place = tasks.pop(); place !== undefined; place = tasks.pop()) {
    const { from, put } = place;
    if (isList(from)) {
      const copy: Json[] = from.slice();
      for (const [index, each] of from.entries()) {
        if (typeof each !== "object" || each === null) continue;
        tasks.push({
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
        tasks.push({ from: each, put: define });
      }
      put(copy);
    } else {
      put(from);
    }
  }
  return root;
}
