import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Credentials for the service, generated at every start. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export function randomCredentials(): Credentials {
  return { username: `sample-${randomBytes(4).toString("hex")}`, password: randomBytes(24).toString("base64url") };
}

/** The user name that the service's own clients send with every key. */
const clientUsername = "api";

/** Whether an `Authorization` header is Basic with these credentials. Takes constant time. */
export function isAuthorized(header: string | undefined, { username, password }: Credentials): boolean {
  const [scheme = "", token = ""] = (header ?? "").split(" ");
  const sent = digest(Buffer.from(token, "base64"));
  const matches = [username, clientUsername].map((name) => timingSafeEqual(sent, digest(`${name}:${password}`)));
  return scheme.toLowerCase() === "basic" && matches.includes(true);
}

/** Digests have equal length, which the comparison requires, and hide the length of the secret. */
function digest(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}
