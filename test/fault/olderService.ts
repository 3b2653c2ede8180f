import { answering, type InterposedService, type Misbehavior } from "./interposedService.ts";

type Defects = { readonly detail: readonly { readonly loc: readonly (string | number)[] }[] };

/**
 * Responds like a service that predates `operators`, such as `$lt`: a query with one of them results in status 422 with
 * an issue for every member of every union on its path, except for those operators. The issues are those of the sample
 * service for a query with an unknown key.
 */
export function lackingOperators(
  service: Pick<InterposedService, "ask">,
  operators: readonly `$${string}`[],
): Misbehavior {
  const members = operators.map((name) => `${name.charAt(1).toUpperCase()}${name.slice(2)}Operation`);
  return async (incoming, outgoing, { path, body, pass }) => {
    const text = JSON.stringify(body);
    const unknown = operators.reduce((rest, name) => rest.replaceAll(`"${name}":`, `"${name}?":`), text);
    if (unknown === text) {
      pass();
      return;
    }
    const { detail }: Defects = JSON.parse(
      (await service.ask(path, JSON.parse(unknown))).replaceAll(/(?<=\$\w+)\?/g, ""),
    );
    const known = detail.filter(({ loc }) => !members.some((member) => loc.includes(member)));
    answering(422, { detail: known })(incoming, outgoing, { path, body, pass });
  };
}

/** Responds like a service that predates this route. */
export function lackingRoute(missing: string): Misbehavior {
  return (incoming, outgoing, held) => {
    if (held.path === missing) answering(404, { detail: "Not Found" })(incoming, outgoing, held);
    else held.pass();
  };
}

/** Responds like a service that predates these request fields and rejects unknown ones. */
export function lackingMembers(missing: readonly string[]): Misbehavior {
  return (incoming, outgoing, held) => {
    const { body } = held;
    const unknown =
      typeof body === "object" && body !== null ? missing.filter((name) => Object.hasOwn(body, name)) : [];
    if (unknown.length === 0) {
      held.pass();
      return;
    }
    const detail = unknown.map((name) => ({
      type: "extra_forbidden",
      loc: ["body", name],
      msg: "Extra inputs are not permitted",
      input: true,
    }));
    answering(422, { detail })(incoming, outgoing, held);
  };
}

/**
 * Responds with this status and body to queries that compare two fields, like a service that only compares with values.
 */
export function lackingFieldComparison(status: number, body: object): Misbehavior {
  return (incoming, outgoing, held) => {
    if (/"\$eq":\[\{"\$getField":"[^"]*"\},\{"\$getField"/.test(JSON.stringify(held.body))) {
      answering(status, body)(incoming, outgoing, held);
    } else held.pass();
  };
}
