import { config } from "zod/mini";
import en from "zod/v4/locales/en.js";

/** zod/mini, half the size of zod, with its error messages. */

export type { ZodMiniType as ZodType } from "zod/mini";
// biome-ignore lint/performance/noBarrelFile: what is not used is not bundled
export * from "zod/mini";

config(en());
