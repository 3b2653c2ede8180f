import { answerOf, type Check, type Part, plain, type Requested } from "./check.ts";
import type { DataSet, Table } from "./dataSet.ts";
import { parting } from "./parting.ts";

/**
 * What differs: the server from the data set, the sample service from the server, or the official client, used with the
 * sample service, from the data set.
 */
export type Side = "server" | "sample" | "client";

/** Identifies a comparison. */
export interface Compared {
  readonly table: Table;
  readonly part: string;
  readonly check: string;
  readonly side: Side;
}

export interface Difference extends Compared {
  readonly found: unknown;
  readonly expected: unknown;
}

/** The results of one part on one table. */
export interface Outcome {
  readonly table: Table;
  readonly part: string;
  readonly checks: number;
  readonly differences: readonly Difference[];
}

export interface Services {
  readonly server: Requested;
  readonly sample: Requested;
}

/** Runs one check after the other, because both services share a machine. */
export async function outcomeOf(
  { title, checks }: Part,
  services: Services,
  data: DataSet,
  signal: AbortSignal,
): Promise<Outcome> {
  const differences: Difference[] = [];
  const all = checks(data);
  for (const check of all) {
    signal.throwIfAborted();
    for (const [side, found, expected] of await answers(check, services, data, signal)) {
      if (parting(found, expected) === null) continue;
      differences.push({ table: data.table, part: title, check: check.name, side, found, expected });
    }
  }
  return { table: data.table, part: title, checks: all.length, differences };
}

async function answers(
  check: Check,
  { server, sample }: Services,
  data: DataSet,
  signal: AbortSignal,
): Promise<readonly (readonly [side: Side, found: unknown, expected: unknown])[]> {
  const said = await answerOf(check, server, signal);
  return [
    ...(check.expect === undefined ? [] : [["server", said, plain(check.expect(data))] as const]),
    ["sample", await answerOf(check, sample, signal), said],
  ];
}
