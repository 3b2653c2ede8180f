import { config } from "zod/mini";
import en from "zod/v4/locales/en.js";

/** The subset of zod in use, as its own bundle: client and sample service share it. Uses zod/mini, half the size. */

export type { core, infer, ZodMiniType as ZodType } from "zod/mini";
// biome-ignore lint/performance/noBarrelFile: named exports keep the rest out of the bundle
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
  readonly,
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

// zod/mini has no built-in error messages.
config(en());
