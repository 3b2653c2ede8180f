import { parseArgs } from "node:util";
import { SetupError } from "./setupError.ts";

export type DemoOptions = {
  /** 0 takes a free one. */
  port: number;
  /** Where to write a picture instead of waiting for a person. */
  screenshot: string | undefined;
};

const usage = "use `npm run demo -- [--port N] [--screenshot FILE]`";

/** Reads the arguments of the demo; what is wrong with them comes back in one sentence. */
export function readDemoOptions(args: readonly string[]): DemoOptions | SetupError {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { port: { type: "string", default: "0" }, screenshot: { type: "string" } },
    });
    const port = /^\d+$/.test(values.port) ? Number(values.port) : Number.NaN;
    if (!(port <= 65_535)) return new SetupError(`${values.port} is no port (0 to 65535): ${usage}.`);
    if (values.screenshot === "") return new SetupError(`--screenshot needs the name of a file: ${usage}.`);
    return { port, screenshot: values.screenshot };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(/[.\n]/)[0] : String(error);
    return new SetupError(`${reason}: ${usage}.`);
  }
}
