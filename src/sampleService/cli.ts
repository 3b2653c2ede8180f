import { fstatSync } from "node:fs";
import { parseArgs } from "node:util";
import type { RunningService } from "./http/server.ts";
import { describeProblem, type ServiceOptions, serviceOptions, startSampleService } from "./sampleService.ts";

const options = readArguments();
if (options === undefined) {
  process.exitCode = 2;
} else {
  const service = await start(options);
  if (service === undefined) process.exitCode = 1;
  else await runUntilAsked(service);
}

function readArguments(): ServiceOptions | undefined {
  try {
    const text = { type: "string" } as const;
    const { values } = parseArgs({
      options: { port: text, threads: text, calls: text, seed: text, now: text, table: text },
    });
    const result = serviceOptions.safeParse({ ...values });
    if (result.success) return result.data;
    console.error(`--${describeProblem(result.error)}`);
  } catch (error) {
    console.error(error instanceof Error ? firstSentence(error.message) : String(error));
  }
  return undefined;
}

/** Some Node messages also contain advice on positional arguments. */
function firstSentence(message: string): string {
  return `${message.split(/\.\s|\.$|\n/)[0]}.`;
}

async function start(chosen: ServiceOptions): Promise<RunningService | undefined> {
  try {
    return await startSampleService(chosen);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EADDRINUSE") console.error(`Port ${chosen.port} is in use. Choose another with --port.`);
    else if (code === "EACCES")
      console.error(`No permission to listen on port ${chosen.port}. Choose one above 1023 with --port.`);
    else throw error;
    return undefined;
  }
}

async function runUntilAsked(service: RunningService): Promise<void> {
  const { url, username, password, projects } = service;
  const asked = new Promise<void>((resolve) => {
    process.once("SIGTERM", () => resolve());
    process.once("SIGINT", () => resolve());
    if (isStdinPiped()) process.stdin.once("end", resolve).resume();
  });
  console.log(JSON.stringify({ url, username, password, projects }));
  await asked;
  await service.close();
  process.exit(0);
}

/** A pipe ends with the process that holds its other end. A terminal or file says nothing about the starter. */
function isStdinPiped(): boolean {
  const stdin = fstatSync(process.stdin.fd);
  return stdin.isFIFO() || stdin.isSocket();
}
