import type { EditorApi } from "../shared/editor.ts";

/** The two durations of a thread. */
export const measures = ["p50", "p99"] as const;

export type Measure = (typeof measures)[number];

/** The user's state of the page. */
export interface PageMemory {
  /** The project of `zoom` and `cursor`; null before there was one. */
  readonly project: string | null;
  /** The zoomed time range of the scatter plot, in milliseconds since the epoch; null for all. */
  readonly zoom: { readonly min: number; readonly max: number } | null;
  /** The measure hidden in the scatter plot. */
  readonly hidden: Measure | null;
  /** The measure of the duration distribution. */
  readonly spread: Measure;
  /** The thread at the keyboard cursor of the scatter plot. */
  readonly cursor: string | null;
  /** Whether the data tables are expanded. */
  readonly tables: boolean;
}

const atFirst: PageMemory = { project: null, zoom: null, hidden: null, spread: "p50", cursor: null, tables: false };

/** Kept by VS Code while the tab is hidden and over a reload. */
export class Memory {
  readonly #api: Pick<EditorApi<unknown>, "setState">;
  #value: PageMemory;

  constructor(api: Pick<EditorApi<unknown>, "getState" | "setState">) {
    this.#api = api;
    this.#value = remembered(api.getState());
  }

  get value(): PageMemory {
    return this.#value;
  }

  change(part: Partial<PageMemory>): void {
    this.#value = { ...this.#value, ...part };
    this.#api.setState(this.#value);
  }
}

/** State stored by an earlier page, of any version. */
function remembered(state: unknown): PageMemory {
  if (!isRecord(state)) return atFirst;
  const { project, zoom, hidden, spread, cursor, tables } = state;
  return {
    project: typeof project === "string" ? project : null,
    zoom: isRecord(zoom) && isNumber(zoom.min) && isNumber(zoom.max) ? { min: zoom.min, max: zoom.max } : null,
    hidden: measures.find((measure) => measure === hidden) ?? null,
    spread: measures.find((measure) => measure === spread) ?? "p50",
    cursor: typeof cursor === "string" ? cursor : null,
    tables: tables === true,
  };
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
