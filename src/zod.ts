/**
 * What is used of zod, in a bundle of its own: the client and the sample service check what comes in with the same code,
 * which is as large as both of them together.
 */

export type { core, infer, ZodError, ZodNullable, ZodOptional, ZodType } from "zod";
// biome-ignore lint/performance/noBarrelFile: naming what is used is what keeps the rest out of the bundle
export {
  array,
  boolean,
  enum,
  exactOptional,
  int,
  iso,
  json,
  lazy,
  NEVER,
  null,
  number,
  object,
  record,
  refine,
  strictObject,
  string,
  toJSONSchema,
  tuple,
  union,
  unknown,
} from "zod";
