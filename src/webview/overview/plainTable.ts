import { type Child, element } from "../shared/element.ts";

/** A table with a label for screen readers. The first cell of each row is its header. */
export function plainTable(
  label: string,
  heads: readonly string[],
  rows: readonly (readonly Child[])[],
): HTMLTableElement {
  const head = heads.map((name) => element("th", { scope: "col" }, name));
  const body = rows.map(([name, ...cells]) => {
    const others = cells.map((cell) => element("td", {}, cell));
    return element("tr", {}, element("th", { scope: "row" }, name), others);
  });
  const parts = [element("thead", {}, element("tr", {}, head)), element("tbody", {}, body)];
  return element("table", { "aria-label": label }, parts);
}
