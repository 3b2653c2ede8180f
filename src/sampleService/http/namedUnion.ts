import * as z from "../../zod.ts";

/**
 * A union that says, for a value that fits no member, what each member found wrong, with the member's name in the path:
 * the form in which the service words such a failure. The first member that fits wins.
 *
 * `members` is called when a value is read, so that members may contain the union itself.
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
