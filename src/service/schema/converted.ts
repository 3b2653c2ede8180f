import * as z from "../../zod.ts";

/** A schema of what `change` makes of a valid value. */
export function converted<Read, Made>(schema: z.ZodType<Read>, change: (read: Read) => Made) {
  return z.pipe(schema, z.transform(change));
}

/** A value that may be missing or null. */
export function orElse<Value, Other>(schema: z.ZodType<Value>, other: Other) {
  return converted(z.nullish(schema), (value) => value ?? other);
}
