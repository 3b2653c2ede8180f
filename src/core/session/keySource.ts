import type { ServicePlace } from "../settings/serviceUrl.ts";
import { visibleText } from "../text/visibleText.ts";
import { parseNetrc } from "./netrc.ts";
import { apiHost, type WeaveService } from "./weaveServices.ts";

/** Where a key is taken from, outside this extension. */
export type KeptKeySource =
  /** The variable `WANDB_API_KEY`. */
  | { readonly kind: "environment" }
  /** The entry of a machine in a netrc file; `~/` stands for the home folder. */
  | { readonly kind: "netrc"; readonly file: string; readonly host: string };

/** The result of looking up a key. `file` says why a file could not be read, with the system's error code if any. */
export type KeyLookup =
  | { readonly kind: "found"; readonly key: string }
  | { readonly kind: "file"; readonly problem: FileProblem }
  | { readonly kind: "noEntry" | "brokenEntry" }
  | { readonly kind: "badKey"; readonly problem: KeyProblem };

export interface LookedUpKey {
  readonly service: ServicePlace;
  readonly source: KeptKeySource;
  readonly lookup: KeyLookup;
}

export type FileProblem =
  | { readonly kind: "missing" | "notAFile" | "tooLarge" }
  | { readonly kind: "unreadable"; readonly code: string };

/**
 * The sources that may hold a key of the service at `url`. `WANDB_API_KEY` does not say whose key it is: it is used for
 * the origins configured on this machine, and offered to no other. `netrcFile` is the variable `NETRC`.
 */
export function keySources(
  { url, origin }: ServicePlace,
  services: readonly WeaveService[],
  netrcFile: string | undefined,
): readonly KeptKeySource[] {
  const host = apiHost(url, services);
  const files = new Set([netrcFile?.trim() ?? "", "~/.netrc", "~/_netrc"].filter((file) => file !== ""));
  return [
    ...(services.some((service) => service.origin === origin) ? [{ kind: "environment" } as const] : []),
    ...[...files].map((file) => ({ kind: "netrc", file, host }) as const),
  ];
}

/** The key in the text of a variable or file, checked. Quotes around it are not part of it. */
export function keyFrom(text: string): KeyLookup {
  const key = text.trim().replace(/^(["'])(.*)\1$/s, "$2");
  const problem = keyProblem(key);
  return problem === null ? { kind: "found", key: key.trim() } : { kind: "badKey", problem };
}

/**
 * The key that a netrc file has for `host`, with or without its port. Of several entries the last one is used, as in
 * Python; `default` is not used, because it names no machine, and a key belongs to one.
 */
export function keyInNetrc(text: string, host: string): KeyLookup {
  const entries = parseNetrc(text);
  const { hostname } = new URL(`https://${host}`);
  const names = [host, hostname, hostname.replace(/^\[(.*)\]$/, "$1")];
  for (const name of names) {
    const own = entries.filter(({ machine }) => machine?.toLowerCase() === name.toLowerCase());
    // A broken entry is used only if there is no other.
    const entry = own.findLast(({ broken }) => !broken) ?? own.at(-1);
    if (entry !== undefined) return entry.broken ? { kind: "brokenEntry" } : keyFrom(entry.password ?? "");
  }
  return { kind: "noEntry" };
}

/** Whether a text has the form of W&B's keys: 40 hexadecimal digits, after the prefix of a server if any, or `wandb_v1_…`. */
export function looksLikeKey(text: string): boolean {
  return /^(?:[\w-]{1,64}-)?[\da-f]{40}$|^wandb_v\d+_\S{20,}$/i.test(text.trim());
}

export type KeyProblem =
  | "empty"
  /** Line breaks, control characters or invisible characters: no key has them, and the user cannot see them. */
  | "hiddenCharacters";

/** Why a key is not valid, ignoring surrounding spaces; null if valid. Keys have any length. */
export function keyProblem(text: string): KeyProblem | null {
  const key = text.trim();
  if (key === "") return "empty";
  return visibleText(key) === key ? null : "hiddenCharacters";
}
