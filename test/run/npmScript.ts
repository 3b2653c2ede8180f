import { runCommand } from "./command.ts";
import { type Counts, oneFailed, onePassed } from "./counts.ts";

/** Runs a script of package.json; it counts as one test. */
export async function npmScript(name: string, signal: AbortSignal): Promise<Counts> {
  const code = await runCommand({ file: "npm", args: ["run", "--silent", name] }, signal);
  return code === 0 ? onePassed : oneFailed;
}
