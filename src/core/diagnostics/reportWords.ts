import type { Fault } from "../failures/fault.ts";
import { faultForm } from "../failures/faultForm.ts";
import { redacted, secretForms } from "../settings/credentials.ts";
import { isLoopback } from "../settings/serviceUrl.ts";
import type { DiagnosticFacts } from "./report.ts";

/** How a report writes values that may be private. */
export type ReportWords = ReturnType<typeof reportWords>;

export function reportWords({ session, key, network }: DiagnosticFacts) {
  const account = session?.kind === "signedIn" ? session.account : null;
  const secrets = secretForms(account === null || key === null ? null : { username: account.username, key }, network);
  const placeholders = new Placeholders();
  const host = (name: string) => (isLoopback(name) ? name : placeholders.of("host", name));
  const place = (name: string) => {
    const [, hostname = name, port = ""] = /^(.+)(:\d+)$/.exec(name) ?? [];
    return `${host(hostname)}${port}`;
  };
  return {
    project: (id: string) => placeholders.of("project", id),
    // The user name of every W&B key reveals nothing.
    user: (name: string) => (name === "api" ? name : placeholders.of("user", name)),
    /** A valid service URL. */
    address: (url: string) => {
      const { protocol, hostname, port, pathname } = new URL(url);
      const path = pathname === "/" || pathname === "/traces" ? pathname : `/${placeholders.of("path", pathname)}`;
      return `${protocol}//${host(hostname)}${port === "" ? "" : `:${port}`}${path}`;
    },
    /** A route, or a host with its port. */
    route: (name: string) => {
      const [, words = "", where = ""] = /^(.* )?(\S+)$/.exec(name) ?? [];
      return /:\d+$/.test(where) ? `${words}${place(where)}` : redacted(name, secrets);
    },
    /** VS Code's name for a remote machine: a kind of connection, or a host. */
    remote: (name: string) => (remoteKinds.test(name) ? name : place(name)),
    fault: faultText,
  };
}

/** The names of VS Code's remote extensions. Any other name may be a host, as in a browser. */
const remoteKinds = /^(?:ssh-remote|wsl|dev-container|attached-container|codespaces|tunnel)$/;

/** Fields whose values are numbers, Node error codes or constants of this extension. */
const ownFields = ["code", "milliseconds", "status", "retryAfter", "line", "rowsBefore", "operator", "issues"];

/** Text from the service may contain private data that no pattern finds, so it is left out. */
function faultText(fault: Fault): string {
  const counted = fault.kind === "invalidRequest" ? { issues: fault.issues.length } : {};
  return `${faultForm(fault)} ${JSON.stringify({ ...fault, ...counted }, ownFields)}`;
}

/** Placeholders for private values, the same for equal values: `project-1`, `host-2`. */
class Placeholders {
  readonly #placeholders = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  of(kind: "project" | "host" | "user" | "path", value: string): string {
    const known = this.#placeholders.get(value);
    if (value === "" || known !== undefined) return known ?? "";
    const count = (this.#counts.get(kind) ?? 0) + 1;
    const placeholder = `${kind}-${count}`;
    this.#counts.set(kind, count);
    this.#placeholders.set(value, placeholder);
    return placeholder;
  }
}
