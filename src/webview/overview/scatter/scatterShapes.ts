import type { Point } from "../chart/geometry.ts";
import type { Shape } from "../chart/scene.ts";
import { type Measure, measures } from "../memory.ts";
import { sizeClasses, type ThreadMarks } from "./threadMarks.ts";

/** With more threads than this, equal marks on the same pixel are merged, to keep the image at a few megabytes. */
const mostExact = 20_000;

export interface MarkLook {
  readonly colors: Readonly<Record<Measure, string>>;
  readonly opacity: number;
  /** In CSS pixels. */
  radius(size: number): number;
  /** Null if the mark is not in view. */
  point(place: number, measure: Measure): Point | null;
}

/** The marks as paths, one for each measure and size, the medians on top. */
export function scatterShapes({ threads, size }: ThreadMarks, look: MarkLook): readonly Shape[] {
  const digits = threads.ids.length > mostExact ? 0 : 1;
  return measures.toReversed().flatMap((measure) =>
    sizeClasses.flatMap((_, which): readonly Shape[] => {
      const radius = look.radius(which);
      const marks = new Set<string>();
      for (let place = 0; place < size.length; place++) {
        const at = size[place] === which ? look.point(place, measure) : null;
        if (at !== null) marks.add(markPath(measure, at.x.toFixed(digits), at.y.toFixed(digits), radius));
      }
      const line = { stroke: look.colors[measure], width: measure === "p50" ? 2 * radius : 1.2 };
      const path = { kind: "path", d: [...marks].join(""), x: 0, y: 0, fill: null, opacity: look.opacity } as const;
      return marks.size === 0 ? [] : [{ ...path, ...line }];
    }),
  );
}

/** A disc is a dot of a wide line, a diamond an outline. */
function markPath(measure: Measure, x: string, y: string, radius: number): string {
  if (measure === "p50") return `M${x} ${y}h.01`;
  const side = Number((radius * 1.25).toFixed(1));
  return `M${x} ${y}m${-side} 0l${side}${-side} ${side} ${side} ${-side} ${side}z`;
}
