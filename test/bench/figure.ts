/** A measured figure and its budget. Times are milliseconds, sizes are 1,000,000 bytes. */
export interface Figure {
  readonly what: string;
  readonly measured: number;
  /** At most this much; undefined for a figure to compare with. */
  readonly budget?: number | undefined;
  /** At least this much. */
  readonly least?: number | undefined;
  readonly unit: "ms" | "MB" | "times" | "perSecond";
}

/** Prints a figure, and sends it to `run.ts` if that started this process. */
export function notify(figure: Figure): void {
  console.log(`${figure.what}: ${figureText(figure)}${isWithin(figure) ? "" : " – TOO MUCH"}`);
  process.send?.(figure);
}

export function isWithin({ measured, budget, least }: Figure): boolean {
  return (budget === undefined || measured <= budget) && (least === undefined || measured >= least);
}

export function figureText({ measured, budget, unit }: Figure): string {
  const text = (value: number) =>
    unit === "times"
      ? `${value.toFixed(2)}×`
      : unit === "perSecond"
        ? Math.round(value).toLocaleString("en")
        : `${formatted(value)} ${unit}`;
  return budget === undefined ? text(measured) : `${text(measured)} of ${text(budget)}`;
}

function formatted(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: value < 20 ? 1 : 0 });
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
