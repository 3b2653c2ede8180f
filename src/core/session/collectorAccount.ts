import type { AccountName } from "./accounts.ts";
import type { Account } from "./session.ts";

/** The user name of the local collector, which keeps its key in a file of its own. */
export const collectorUsername = "local-collector";

/** The local collector as an account of a service on this machine. */
export function collectorAccount(port: number): Account {
  const origin = `http://127.0.0.1:${port}`;
  return { url: origin, origin, username: collectorUsername };
}

export function isCollector(name: AccountName | null): boolean {
  return name !== null && name.username === collectorUsername && name.origin.startsWith("http://127.0.0.1:");
}
