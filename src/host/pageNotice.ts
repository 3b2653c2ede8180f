import { isRemedy } from "../core/failures/remedyCommand.ts";
import { takeRemedy } from "./faultNotice.ts";

/** Takes a remedy by the name that the page was told; nothing for a name that is none. */
export async function helpBy(remedy: string, retry: () => Promise<unknown>): Promise<void> {
  if (isRemedy(remedy)) await takeRemedy(remedy, { retry });
}
