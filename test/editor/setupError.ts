/** A failure that the user can fix. The message is one sentence with the fix. */
export class SetupError extends Error {
  override readonly name = "SetupError";
}
