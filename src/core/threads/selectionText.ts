import { shortRange } from "../input/rangeText.ts";
import { idsText } from "./filterText.ts";
import { shortSortText } from "./sortText.ts";
import type { ThreadSelection } from "./threadSelection.ts";

/** `7d · 3 IDs · Last updated ↓` */
export function selectionText({ filter, sort }: ThreadSelection): string {
  return [shortRange(filter.time), ...idsText(filter), shortSortText(sort)].join(" · ");
}
