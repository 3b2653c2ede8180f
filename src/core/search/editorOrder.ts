import type { PickRow } from "../text/rows.ts";

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** The order in which VS Code shows rows for a typed text, whatever their order is: those with it in the label first. */
export function asEditor(text: string): (a: PickRow, b: PickRow) => number {
  const typed = text.toLowerCase();
  const order = ({ label }: PickRow) => {
    const name = label.replace(/^\$\([\w-]+\) /, "").toLowerCase();
    const begins = name.startsWith(typed);
    const place = begins ? 0 : name.endsWith(typed) ? 1 : name.includes(typed) ? 2 : 3;
    return { name, place, length: begins ? name.length : 0 };
  };
  return (one, other) => {
    const [a, b] = [order(one), order(other)];
    return a.place - b.place || a.length - b.length || (a.place === 3 ? 0 : collator.compare(a.name, b.name));
  };
}
