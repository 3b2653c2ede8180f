import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** What a client has to know to be let in. Made anew for every service that starts. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export function randomCredentials(): Credentials {
  return { username: `sample-${randomBytes(4).toString("hex")}`, password: randomBytes(24).toString("base64url") };
}

/** Whether an `Authorization` header is Basic with these credentials. Takes the same time however much of it is right. */
export function isAuthorized(header: string | undefined, { username, password }: Credentials): boolean {
  const [scheme = "", token = ""] = (header ?? "").split(" ");
  const matches = timingSafeEqual(digest(Buffer.from(token, "base64")), digest(`${username}:${password}`));
  return scheme.toLowerCase() === "basic" && matches;
}

/** Digests are of one length, which the comparison needs and which hides the length of the secret. */
function digest(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}
