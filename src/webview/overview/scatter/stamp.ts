import type { Measure } from "../memory.ts";

/** A mark as the pixels that it covers: for each, the offset from the center, and the coverage, up to 255. */
export interface Stamp {
  readonly dx: Int16Array;
  readonly dy: Int16Array;
  readonly covered: Uint8Array;
}

/** Subdivisions of a pixel for measuring coverage, along each side. */
const parts = 4;

/** A disc for the median, a hollow diamond for the 99th percentile; `radius` and `line` in device pixels. */
export function stamp(measure: Measure, radius: number, line: number): Stamp {
  const isCovered = measure === "p50" ? inDisc(radius) : inDiamond(radius * 1.25, line);
  const reach = Math.ceil(radius * 1.25 + 1);
  const found: { dx: number; dy: number; covered: number }[] = [];
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const covered = coverage(dx, dy, isCovered);
      if (covered > 0) found.push({ dx, dy, covered });
    }
  }
  return {
    dx: Int16Array.from(found, ({ dx }) => dx),
    dy: Int16Array.from(found, ({ dy }) => dy),
    covered: Uint8Array.from(found, ({ covered }) => Math.round(255 * covered)),
  };
}

type Figure = (x: number, y: number) => boolean;

function inDisc(radius: number): Figure {
  return (x, y) => x * x + y * y <= radius * radius;
}

function inDiamond(radius: number, line: number): Figure {
  // The width of the diagonal line is measured across it.
  const inner = radius - line * Math.SQRT2;
  return (x, y) => Math.abs(x) + Math.abs(y) <= radius && Math.abs(x) + Math.abs(y) >= inner;
}

function coverage(x: number, y: number, isCovered: Figure): number {
  let count = 0;
  for (let row = 0; row < parts; row++) {
    for (let column = 0; column < parts; column++) {
      if (isCovered(x - 0.5 + (column + 0.5) / parts, y - 0.5 + (row + 0.5) / parts)) count++;
    }
  }
  return count / parts ** 2;
}
