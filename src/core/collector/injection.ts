/** The parts of a debug configuration that decide whether a program gets the collector's variables. */
export interface LaunchConfiguration {
  /** Of a process that the debugger of Node.js follows. */
  readonly __pendingTargetId?: unknown;
  readonly type: string;
  readonly request: string;
  readonly env?: unknown;
  readonly debugServer?: unknown;
  readonly pipeTransport?: unknown;
}

const types: readonly string[] = ["debugpy", "python", "node", "pwa-node", "node-terminal"];

/** Whether a configuration starts a program here that could get variables. */
export function isLaunched({ type, request, ...other }: LaunchConfiguration): boolean {
  const elsewhere = [other.debugServer, other.pipeTransport, other.__pendingTargetId];
  return request === "launch" && types.includes(type) && elsewhere.every((each) => each === undefined);
}

/** Variables that say where a program sends to. */
const notifying = /^(?:WANDB_|WF_TRACE_|OTEL_EXPORTER_)/i;

/**
 * The variables of a launch with those of the collector; undefined if the user's own say where it sends to. All or none:
 * some of them would send a program elsewhere with the collector's key. A value that equals the editor's own environment
 * does not count: the debugger has merged that.
 */
export function withCollector(
  env: unknown,
  envFiles: readonly string[],
  inherited: Readonly<Record<string, string | undefined>>,
  variables: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> | undefined {
  if (env !== undefined && (typeof env !== "object" || env === null || Array.isArray(env))) return undefined;
  const given: readonly (readonly [string, unknown])[] = Object.entries(env ?? {});
  const own = given.filter(([name, value]) => notifying.test(name) && inherited[name] !== value);
  if (own.length > 0 || envFiles.some((text) => namesIn(text).some((name) => notifying.test(name)))) return undefined;
  return { ...Object.fromEntries(given), ...variables };
}

function namesIn(text: string): readonly string[] {
  return text.split(/\r?\n/).flatMap((line) => /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line)?.[1] ?? []);
}
