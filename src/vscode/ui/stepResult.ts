import type { StepResult } from "./quickInput.ts";

/** The result with another value; going back and closing the box stay as they are. */
export function mapped<From, To>(result: StepResult<From>, change: (value: From) => To): StepResult<To> {
  return result.kind === "accepted" ? { kind: "accepted", value: change(result.value) } : result;
}
