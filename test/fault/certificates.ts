import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * `valid`, `expired` and `wrongHost` are by the test authority; all but `wrongHost` are for `weave.example`, `localhost` and
 * 127.0.0.1; `intercepted` is by an authority that nobody trusts. `certificates/make.sh` makes them.
 */
export type CertificateName = "valid" | "expired" | "wrongHost" | "intercepted" | "selfSigned";

/** A file for `NODE_EXTRA_CA_CERTS`. */
export const authorityFile = join(import.meta.dirname, "certificates", "authority.pem");

export function certificate(name: CertificateName): { readonly key: string; readonly cert: string } {
  const read = (end: string) => readFileSync(join(import.meta.dirname, "certificates", `${name}.${end}`), "utf8");
  return { key: read("key"), cert: read("pem") };
}
