/** A point, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A range on an axis. */
export interface Extent {
  readonly min: number;
  readonly max: number;
}
