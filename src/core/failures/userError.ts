/** A failure of the editor itself that a person can act on; its message is worded for the screen. */
export class UserError extends Error {
  override readonly name = "UserError";
}
