import { Interruption, interruption } from "./interruption.ts";
import { SetupError } from "./setupError.ts";

/**
 * Runs a program and ends the process with the code that it returns. Ctrl+C and its like abort the signal, and the
 * program ends when it has cleaned up. What a person can mend is said in its one sentence with exit code 1; everything
 * else is a bug and shown whole.
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
