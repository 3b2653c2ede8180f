/** A failure of the editor that the user can act on; its message is shown as it is. */
export class UserError extends Error {
  override readonly name = "UserError";
}
