import type { Compared, Difference, Outcome } from "./comparison.ts";
import type { KnownDifference } from "./knownDifferences.ts";
import { parting } from "./parting.ts";
import type { Figures } from "./results.ts";

/** The results of a run as readable lines. */
export interface Report {
  readonly lines: readonly string[];
  readonly figures: Figures;
}

type Counts = Omit<Figures, "gone">;
type Row = Counts & { readonly title: string };

const longestValue = 160;

export function reportOf(outcomes: readonly Outcome[], known: readonly KnownDifference[]): Report {
  const listed = new Set(known.flatMap(compared).map(keyOf));
  const differences = outcomes.flatMap((outcome) => outcome.differences);
  const unexpected = differences.filter((difference) => !listed.has(keyOf(difference)));
  const occurred = new Set(differences.map(keyOf));
  const gone = known.flatMap(compared).filter((each) => !occurred.has(keyOf(each)));
  const rows = outcomes.map((outcome) => rowOf(outcome, listed));
  const total = rows.reduce(added, { checks: 0, agreed: 0, listed: 0, unexpected: 0 });
  const figures = { ...total, gone: gone.length };
  const lines = [
    ...unexpected.flatMap(described),
    ...gone.map((each) => `Listed, but it no longer occurs: ${placeOf(each)}`),
    "",
    ...tableOf([...rows, { title: "All", ...total }]),
    "",
    closing(figures, new Set(known.map(({ reason }) => reason)).size),
  ];
  return { lines, figures };
}

function compared({ tables, part, side, checks }: KnownDifference): readonly Compared[] {
  return tables.flatMap((table) => checks.map((check) => ({ table, part, side, check })));
}

function keyOf({ table, part, side, check }: Compared): string {
  return JSON.stringify([table, part, side, check]);
}

/** A check with several differences counts once, as unexpected if one of them is. */
function rowOf({ table, part, checks, differences }: Outcome, listed: ReadonlySet<string>): Row {
  const different = new Set(differences.map(({ check }) => check));
  const unexpected = new Set(differences.flatMap((each) => (listed.has(keyOf(each)) ? [] : [each.check])));
  return {
    title: `${part} (${table})`,
    checks,
    agreed: checks - different.size,
    listed: different.size - unexpected.size,
    unexpected: unexpected.size,
  };
}

function added(sum: Counts, row: Row): Counts {
  return {
    checks: sum.checks + row.checks,
    agreed: sum.agreed + row.agreed,
    listed: sum.listed + row.listed,
    unexpected: sum.unexpected + row.unexpected,
  };
}

const sides: Readonly<Record<Compared["side"], readonly [found: string, expected: string]>> = {
  server: ["server", "data set"],
  sample: ["sample service", "server"],
  client: ["client", "data set"],
};

function placeOf({ table, part, check, side }: Compared): string {
  return `${part} (${table}): ${check} [${sides[side].join(" and ")}]`;
}

function described(difference: Difference): readonly string[] {
  const place = parting(difference.found, difference.expected);
  const [found, expected] = sides[difference.side];
  const at = place === null || place.path.length === 0 ? "" : ` at ${place.path.join(".")}`;
  const values = [`    ${found}: ${shown(place?.left)}`, `    ${expected}: ${shown(place?.right)}`];
  return [`Unexpected: ${placeOf(difference)}${at}`, ...values];
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

const columns = ["checks", "agreed", "listed", "unexpected"] as const;

function tableOf(rows: readonly Row[]): readonly string[] {
  const width = Math.max(...rows.map(({ title }) => title.length));
  const line = (title: string, cells: readonly (string | number)[]) =>
    [title.padEnd(width), ...cells.map((cell, index) => String(cell).padStart((columns[index]?.length ?? 0) + 2))].join(
      "",
    );
  return [
    line("", columns),
    ...rows.map((row) =>
      line(
        row.title,
        columns.map((column) => row[column]),
      ),
    ),
  ];
}

function closing({ checks, agreed, listed, unexpected, gone }: Figures, reasons: number): string {
  const head = `${checks} checks: ${agreed} agree, ${listed} are listed with ${reasons} reasons, ${unexpected} are unexpected.`;
  return gone === 0 ? head : `${head} ${gone} on the list no longer occur.`;
}
