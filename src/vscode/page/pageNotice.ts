import { isFailureAction } from "../../core/failures/actionCommand.ts";
import { takeAction } from "../ui/faultNotice.ts";

/** Runs the action that a page names; ignores unknown names. */
export async function helpBy(action: string, retry: () => Promise<unknown>): Promise<void> {
  if (isFailureAction(action)) await takeAction(action, { retry });
}
