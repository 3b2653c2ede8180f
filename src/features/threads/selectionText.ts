import type { ThreadSelection } from "../../core/threads/threadSelection.ts";
import { idsText } from "../../host/filterText.ts";
import { shortRange } from "../../host/rangeText.ts";
import { shortSortText } from "./sortMenu.ts";

/** `7d · 3 ids · Last updated ↓` */
export function selectionText({ filter, sort }: ThreadSelection): string {
  return [shortRange(filter.time), ...idsText(filter), shortSortText(sort)].join(" · ");
}
