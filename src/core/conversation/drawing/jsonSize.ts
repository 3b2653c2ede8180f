import type { Json } from "../../json.ts";
import { isList } from "../messages/members.ts";

/** Bytes of a value as compact JSON, in UTF-8; above `most`, any larger number. */
export function jsonSize(value: Json, most = Number.POSITIVE_INFINITY): number {
  let bytes = 0;
  const stack: Json[] = [value];
  for (let next = stack.pop(); next !== undefined && bytes <= most; next = stack.pop()) {
    if (typeof next === "string") {
      bytes += textSize(next, most - bytes);
    } else if (typeof next !== "object" || next === null) {
      bytes += String(next).length;
    } else if (isList(next)) {
      bytes += 2 + Math.max(0, next.length - 1);
      for (const each of next) stack.push(each);
    } else {
      const entries = Object.entries(next);
      bytes += 2 + Math.max(0, entries.length - 1);
      for (const [key, each] of entries) {
        bytes += textSize(key, most) + 1;
        stack.push(each);
      }
    }
  }
  return bytes;
}

/** Including quotes and escapes. */
function textSize(text: string, most: number): number {
  let bytes = 2;
  for (let index = 0; index < text.length && bytes <= most; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20) bytes += code >= 8 && code <= 13 && code !== 11 ? 2 : 6;
    else if (code < 0x80) bytes += code === 0x22 || code === 0x5c ? 2 : 1;
    else if (code < 0x800) bytes += 2;
    else if (code < 0xd800 || code > 0xdfff) bytes += 3;
    else if (code < 0xdc00 && text.charCodeAt(index + 1) >> 10 === 0x37) {
      bytes += 4;
      index++;
    } else bytes += 6;
  }
  return bytes;
}
