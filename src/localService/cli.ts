import { fstatSync } from "node:fs";
import { parseArgs } from "node:util";
import { describeProblem, type ServiceOptions, serviceOptions, startSampleService } from "./sampleService.ts";

try {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: { port: text, threads: text, calls: text, agents: text, seed: text, now: text },
  });
  const result = serviceOptions.safeParse({ ...values });
  if (result.success) await run(result.data);
  else end(2, `--${describeProblem(result.error)}`);
} catch (error) {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!(error instanceof Error) || !code.startsWith("ERR_PARSE_ARGS")) throw error;
  // Some messages also contain advice on positional arguments.
  end(2, `${error.message.split(/\.\s|\.$|\n/)[0]}.`);
}

function end(exitCode: number, message: string): void {
  console.error(message);
  process.exitCode = exitCode;
}

async function run(options: ServiceOptions): Promise<void> {
  const service = await startSampleService(options).catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const { port } = options;
    if (code === "EADDRINUSE") return `Port ${port} is in use. Choose another with --port.`;
    if (code === "EACCES") return `No permission to listen on port ${port}. Choose one above 1023 with --port.`;
    throw error;
  });
  if (typeof service === "string") return end(1, service);
  const { url, username, password, projects } = service;
  const requested = new Promise<void>((resolve) => {
    process.once("SIGTERM", () => resolve());
    process.once("SIGINT", () => resolve());
    if (isStdinPiped()) process.stdin.once("end", resolve).resume();
  });
  console.log(JSON.stringify({ url, username, password, projects }));
  await requested;
  await service.close();
  process.exit(0);
}

/** A pipe ends with the process that holds its other end. A terminal or file says nothing about the starter. */
function isStdinPiped(): boolean {
  const stdin = fstatSync(process.stdin.fd);
  return stdin.isFIFO() || stdin.isSocket();
}
