import { type Measure, measures } from "../../core/overview/bins.ts";
import type { FromOverview } from "../../core/overview/overviewProtocol.ts";
import type { ChartTexts, Extent } from "../../core/overview/ticks.ts";
import { type EditorApi, isRecord } from "../shared/editor.ts";

/** The context that every part of the page draws with. */
export interface OverviewSurface extends ChartTexts {
  readonly memory: OverviewMemory;
  post(message: FromOverview): void;
}

/** The user's state of the page. */
interface PageMemory {
  /** The project of `zoom` and `cursor`; null before there was one. */
  readonly project: string | null;
  /** The zoomed time range of the scatter plot, in milliseconds since the epoch; null for all. */
  readonly zoom: Extent | null;
  /** The measure hidden in the scatter plot. */
  readonly hidden: Measure | null;
  /** The measure of the duration distribution. */
  readonly spread: Measure;
  /** The thread at the keyboard cursor of the scatter plot. */
  readonly cursor: string | null;
  /** Whether the data tables are expanded. */
  readonly tables: boolean;
}

/** Kept by VS Code while the tab is hidden and over a reload. */
export class OverviewMemory {
  readonly #api: Pick<EditorApi<unknown>, "setState">;
  #value: PageMemory;

  constructor(api: Pick<EditorApi<unknown>, "getState" | "setState">) {
    const state = api.getState();
    const { project, zoom, hidden, spread, cursor, tables } = isRecord(state) ? state : {};
    this.#api = api;
    this.#value = {
      project: typeof project === "string" ? project : null,
      zoom: isExtent(zoom) ? zoom : null,
      hidden: measures.find((measure) => measure === hidden) ?? null,
      spread: measures.find((measure) => measure === spread) ?? "p50",
      cursor: typeof cursor === "string" ? cursor : null,
      tables: tables === true,
    };
  }

  get value(): PageMemory {
    return this.#value;
  }

  change(part: Partial<PageMemory>): void {
    this.#value = { ...this.#value, ...part };
    this.#api.setState(this.#value);
  }
}

function isExtent(value: unknown): value is Extent {
  return isRecord(value) && Number.isFinite(value.min) && Number.isFinite(value.max);
}
