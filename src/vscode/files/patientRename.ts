import { rename } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { errorCode } from "../../core/failures/fileFailure.ts";

/** Error codes of Windows while another program has a file open: briefly a virus scanner, for longer a spreadsheet. */
const held: readonly (string | undefined)[] = ["EPERM", "EACCES", "EBUSY"];

/** In milliseconds; a second in all. */
const pauses = [20, 40, 80, 160, 300, 400];

/**
 * Renames a file, retrying for a second if another program may hold it. Rejects with the last error, or
 * as `setTimeout` does when the signal aborts.
 */
export async function patientRename(from: string, to: string, signal: AbortSignal, move = rename): Promise<void> {
  for (const milliseconds of pauses) {
    try {
      return await move(from, to);
    } catch (error) {
      if (!isHeld(error)) throw error;
    }
    await pause(milliseconds, undefined, { signal });
  }
  await move(from, to);
}

/** Whether another program may hold the file. */
export function isHeld(error: unknown): boolean {
  return held.includes(errorCode(error));
}
