/** A place, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A stretch along an axis. */
export interface Extent {
  readonly min: number;
  readonly max: number;
}
