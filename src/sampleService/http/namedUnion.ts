import * as z from "../../zod.ts";

/**
 * A union that reports, for a value that matches no member, the issues of each member, with the name of the member in
 * the path, like the service does. The first matching member wins.
 *
 * `members` is called lazily, so that members may contain the union itself.
 */
export function namedUnion<T>(members: () => Readonly<Record<string, z.ZodType<T>>>): z.ZodType<T> {
  return z.transform((value: unknown, context) => {
    if (value === undefined) {
      context.issues.push({ code: "invalid_type", expected: "nonoptional", input: value });
      return z.NEVER;
    }
    const errors: z.core.$ZodIssue[][] = [];
    for (const [name, schema] of Object.entries(members())) {
      const result = schema.safeParse(value, { reportInput: true });
      if (result.success) return result.data;
      errors.push(result.error.issues.map((issue) => ({ ...issue, path: [name, ...issue.path] })));
    }
    context.issues.push({ code: "invalid_union", errors, input: value });
    return z.NEVER;
  });
}
