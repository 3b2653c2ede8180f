import { parseArgs } from "node:util";
import { SetupError } from "./setupError.ts";

export type DemoOptions = {
  /** 0 selects a free port. */
  port: number;
  /** Saves a screenshot to this file and exits. */
  screenshot: string | undefined;
};

const usage = "use `npm run demo -- [--port N] [--screenshot FILE]`";

/** Parses the arguments of the demo. Returns an error with a one-sentence message if they are invalid. */
export function readDemoOptions(args: readonly string[]): DemoOptions | SetupError {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { port: { type: "string", default: "0" }, screenshot: { type: "string" } },
    });
    const port = /^\d+$/.test(values.port) ? Number(values.port) : Number.NaN;
    if (!(port <= 65_535)) return new SetupError(`${values.port} is not a port number (0 to 65535): ${usage}.`);
    if (values.screenshot === "") return new SetupError(`--screenshot requires a file name: ${usage}.`);
    return { port, screenshot: values.screenshot };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(/[.\n]/)[0] : String(error);
    return new SetupError(`${reason}: ${usage}.`);
  }
}
