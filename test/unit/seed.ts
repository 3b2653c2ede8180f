// Properties are tried with the same inputs in every run; `SEED` is another seed.
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.SEED || 20_261_123) });
