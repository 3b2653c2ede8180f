import type { Json } from "../../json.ts";
import { isList, isObject } from "./members.ts";
import type { Message, MessagePart } from "./message.ts";

/** Whether two messages have the same content; IDs and other fields may differ, as libraries add them. */
export function sameMessage(one: Message, other: Message): boolean {
  return (
    one.role === other.role &&
    one.parts.length === other.parts.length &&
    one.parts.every((part, index) => samePart(part, other.parts[index]))
  );
}

function samePart(one: MessagePart, other: MessagePart | undefined): boolean {
  if (other === undefined) return false;
  const members: Readonly<Record<string, Json>> = { ...other };
  return Object.entries(one).every(([key, value]) => sameJson(value, members[key]));
}

/** Not recursive. */
function sameJson(one: Json, other: Json | undefined): boolean {
  const pairs: (readonly [Json, Json | undefined])[] = [[one, other]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [left, right] = pair;
    if (left === right) continue;
    if (isList(left) && isList(right) && left.length === right.length) {
      for (const [index, each] of left.entries()) pairs.push([each, right[index]]);
    } else if (isObject(left) && isObject(right) && Object.keys(left).length === Object.keys(right).length) {
      for (const [key, each] of Object.entries(left)) {
        pairs.push([each, Object.hasOwn(right, key) ? right[key] : undefined]);
      }
    } else return false;
  }
  return true;
}
