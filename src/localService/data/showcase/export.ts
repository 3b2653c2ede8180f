import type { Json } from "../../../core/text/json.ts";
import type { ShowcaseCall } from "./showcaseCall.ts";

const rows = 12_000;
const cities = ["Aarhus", "Bergen", "Göteborg", "Łódź", "Porto", "Thessaloniki", "Zürich"];

/** A turn that returns 1.5 MB, generated lazily, and two short turns. */
export function exportTurns(): readonly ShowcaseCall[] {
  return [
    {
      op: "export_orders",
      inputs: { question: "How many orders were there in October?" },
      output: `There were ${rows} orders.`,
      seconds: 1.2,
      pause: 0,
    },
    {
      op: "export_orders",
      inputs: { question: "Give me all of them with city and total, please.", format: "json" },
      output: {
        answer: `Here are the ${rows} orders of October.`,
        rows: Array.from({ length: rows }, (_, index) => order(index)),
      },
      seconds: 6.4,
      pause: 20,
      steps: [
        {
          op: "run_sql",
          inputs: {
            sql: "select id, city, total, placed_at, paid\nfrom orders\nwhere placed_at >= date '2026-10-01'\n  and placed_at < date '2026-11-01'\norder by placed_at",
          },
          output: { rows, seconds: 3.1 },
          seconds: 3.1,
        },
      ],
    },
    {
      op: "export_orders",
      inputs: { question: "And the sum?" },
      output: "The orders of October add up to **603,502.00 EUR**.",
      seconds: 1.9,
      pause: 44,
    },
  ];
}

function order(index: number): Json {
  const placed = new Date(Date.UTC(2026, 9, 1) + index * 223_200).toISOString();
  const cents = 500 + ((index * 7919) % 9_058);
  return {
    id: 80_000 + index,
    city: cities[index % cities.length] ?? "",
    total: cents / 100,
    placed_at: placed,
    paid: index % 17 !== 0,
    note: index % 5 === 0 ? "leave with the neighbour" : null,
  };
}
