/** Something the person at the keyboard can mend. The message is one sentence that says what to do. */
export class SetupError extends Error {
  override readonly name = "SetupError";
}
