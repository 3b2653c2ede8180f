import { Interruption, interruption } from "./interruption.ts";
import { SetupError } from "./setupError.ts";

/**
 * Runs a program and exits with the code it returns. Ctrl+C and similar signals abort `signal` so that the program can
 * clean up. A `SetupError` prints only its message; other errors are bugs and print the stack. Both exit with code 1.
 */
export async function runMain(program: (signal: AbortSignal) => Promise<number>): Promise<never> {
  const signal = interruption();
  try {
    process.exit(await program(signal));
  } catch (error) {
    if (signal.reason instanceof Interruption) process.exit(signal.reason.exitCode);
    console.error(error instanceof SetupError ? error.message : error);
    process.exit(1);
  }
}
