import { isRemedy } from "../../core/failures/remedyCommand.ts";
import { takeRemedy } from "../ui/faultNotice.ts";

/** Runs the action that a page names; ignores unknown names. */
export async function helpBy(remedy: string, retry: () => Promise<unknown>): Promise<void> {
  if (isRemedy(remedy)) await takeRemedy(remedy, { retry });
}
