import { answering, type InterposedService, type Misbehavior } from "../fault/interposedService.ts";

/** The header that carries a key. */
export function basic({ username }: Pick<InterposedService, "username">, key: string): string {
  return `Basic ${Buffer.from(`${username}:${key}`).toString("base64")}`;
}

/** Accepts this key of the service's user instead of the present one. */
export function rotated(service: Pick<InterposedService, "username" | "password">, key: string): Misbehavior {
  return (incoming, outgoing, held) => {
    if (incoming.headers.authorization === basic(service, key)) {
      incoming.headers.authorization = basic(service, service.password);
      held.pass();
    } else answering(401, { detail: "Not authenticated" })(incoming, outgoing, held);
  };
}
