import type { FromPage } from "../../core/conversation/protocol.ts";
import { createFormats, type Formats } from "../../core/text/format.ts";
import type { Memory } from "./memory.ts";

/** The context that every part of the page draws with. */
export interface Surface {
  readonly formats: Formats;
  readonly memory: Memory;
  post(message: FromPage): void;
  /** Milliseconds since the epoch by the extension's clock. */
  now(): number;
}

export function createSurface(
  { language }: { readonly language: string },
  rest: Pick<Surface, "memory" | "post" | "now">,
): Surface {
  return {
    ...rest,
    formats: createFormats(language),
  };
}
