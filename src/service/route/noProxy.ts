import { BlockList, isIP } from "node:net";

/**
 * Whether a list of exceptions matches a host. An entry is a host, which includes its subdomains; `.suffix`, the
 * same; `*.suffix`, only subdomains; a name or address with `*` elsewhere, for any characters; an IP address; a range such
 * as `10.0.0.0/8`; `<local>`, names without a dot; or `*`, everything. All but ranges may end with `:port`; a scheme and a
 * slash around an entry are ignored, as proxy settings of other programs have them. VS Code reads the same lists, but supports neither ranges nor `*.suffix` (`shouldBypassProxy` in
 * @vscode/proxy-agent).
 *
 * @param hostname as in a `URL`: in lower case, an IPv6 address in brackets.
 * @param port in digits.
 */
export function isException(entries: readonly string[], hostname: string, port: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, "");
  return entries.some((entry) => {
    const text = entry
      .trim()
      .toLowerCase()
      .replace(/^[a-z]+:\/\/|\/$/g, "");
    if (text === "*") return true;
    if (text === "<local>") return isIP(host) === 0 && !host.includes(".");
    if (text.includes("/")) return isInRange(text, host);
    const { name, port: wanted } = splitPort(text);
    if (wanted !== undefined && wanted !== port) return false;
    if (/^(?:.+\*|\*[^.])/.test(name)) return isLike(name, host);
    return isIP(host) === 0 ? isNamed(name, host) : isSame(name, host);
  });
}

/** The entries of `NO_PROXY`: separated by commas, semicolons or spaces. */
export function exceptionsOf(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== "");
}

function splitPort(text: string): { name: string; port: string | undefined } {
  if (isIP(text) === 6) return { name: text, port: undefined };
  const [, bracketed, plain = text, port] = /^(?:\[(.*)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? [];
  return { name: bracketed ?? plain, port };
}

function isNamed(name: string, host: string): boolean {
  if (name.startsWith("*.")) return host.endsWith(name.slice(1));
  const suffix = name.replace(/^\.|\.$/g, "");
  return suffix !== "" && (host === suffix || host.endsWith(`.${suffix}`));
}

function isLike(pattern: string, host: string): boolean {
  const literal = pattern.split("*").map((part) => part.replace(/[\\^$.+?()[\]{}|/]/g, "\\$&"));
  return new RegExp(`^${literal.join(".*")}$`).test(host);
}

function isSame(address: string, host: string): boolean {
  return isInRange(`${address}/${isIP(address) === 6 ? 128 : 32}`, host);
}

function isInRange(range: string, host: string): boolean {
  const [address = "", prefix = ""] = range.replace(/[[\]]/g, "").split("/");
  const [family, hostFamily] = [isIP(address), isIP(host)];
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (family === 0 || hostFamily === 0 || !(bits <= (family === 4 ? 32 : 128))) return false;
  const list = new BlockList();
  list.addSubnet(address, bits, family === 4 ? "ipv4" : "ipv6");
  return list.check(host, hostFamily === 4 ? "ipv4" : "ipv6");
}
