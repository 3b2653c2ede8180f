/** Pixels between the middle of the screen and an element, 0 if the element covers the middle. */
function screenDistance(part: Element): number {
  const middle = window.innerHeight / 2;
  const { top, bottom } = part.getBoundingClientRect();
  return top > middle ? top - middle : Math.max(0, middle - bottom);
}

export function nearestFirst<Part extends Element>(parts: Iterable<Part>): readonly Part[] {
  const placed = Array.from(parts, (part) => ({ part, distance: screenDistance(part) }));
  return placed.sort((a, b) => a.distance - b.distance).map(({ part }) => part);
}
