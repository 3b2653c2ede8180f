import { config } from "zod/mini";
import en from "zod/v4/locales/en.js";

/**
 * What is used of zod, in a bundle of its own: the client and the sample service check what comes in with the same code,
 * which is as large as either of them. Of its two forms the one of functions, half the size of the one of methods.
 */

export type { core, infer, ZodMiniType as ZodType } from "zod/mini";
// biome-ignore lint/performance/noBarrelFile: naming what is used is what keeps the rest out of the bundle
export {
  _default as default_,
  array,
  boolean,
  catch,
  enum,
  exactOptional,
  int,
  iso,
  lazy,
  maximum,
  maxLength,
  minimum,
  minLength,
  NEVER,
  null,
  nullable,
  nullish,
  number,
  object,
  optional,
  pipe,
  record,
  refine,
  regex,
  strictObject,
  string,
  transform,
  tuple,
  union,
  unknown,
} from "zod/mini";

// This form has no words of its own for what is wrong.
config(en());
