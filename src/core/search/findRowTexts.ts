import * as l10n from "@vscode/l10n";
import type { Formats } from "../text/format.ts";
import type { PickRow } from "../text/rows.ts";
import type { FindRow } from "./findRows.ts";

/** All rows are sent to VS Code at every key, and more would delay typing. */
export const mostListed = 200;

export function listCutRow(formats: Formats): FindRow {
  const most = formats.exact(mostListed);
  const text = l10n.t("Listing the first {0} loaded threads. Type more of a message or ID to find others.", most);
  return { label: `$(info) ${text}`, alwaysShow: true, action: { kind: "nothing" } };
}

export function headed(label: string, rows: readonly FindRow[]): readonly FindRow[] {
  return rows.length === 0 ? [] : [{ label, isHeading: true, action: { kind: "nothing" } }, ...rows];
}

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
