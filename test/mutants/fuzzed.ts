import type { Row } from "./mutants.ts";

/** Seen first by a property of `test/fuzz`. */
export const fuzzed: readonly Row[] = [
  [
    "a brace closes an array of rows",
    "service/body/jsonArray.ts",
    "if (byte !== closingBracket)",
    "if (byte === 0)",
    "fuzz",
  ],
  [
    "a problem of a repeated key is shown at the first one",
    "features/countFiles/jsonPlaces.ts",
    "node?.children?.findLast(",
    "node?.children?.find(",
    "fuzz",
  ],
  [
    "a latency that cannot be written is read",
    "core/input/latencyRange.ts",
    "if (bound > longest)",
    "if (bound < 0)",
    "fuzz",
  ],
];
