import { type SpanRow, span } from "../../agents/span.ts";
import { type Random, randomFrom } from "../random.ts";
import type { Workload } from "../workload.ts";
import { type AgentTalk, talkSpans } from "./agentTurn.ts";
import { codingTalks } from "./codingTalks.ts";

const minute = 60_000;
const hour = 60 * minute;

const researchTalk: AgentTalk = {
  ...{ id: "research-7d21", name: "Suppliers in Portugal", agent: "research-agent", version: "0.4.0" },
  ...{ model: "gpt-5", provider: "openai" },
  turns: [
    {
      asks: "Which suppliers of ceramic knives in Portugal could deliver within a week?",
      steps: [
        { says: "I'll ask two searchers at once.", thinks: "Split the question by region.", seconds: 3 },
        {
          agent: "web-searcher",
          requested: "Ceramic knives, north of Portugal",
          steps: [
            { tool: "web_search", arguments: { query: "ceramic knives Porto supplier" }, result: "6 results" },
            { says: "Two suppliers in Porto and one in Braga.", model: "gpt-5-mini", seconds: 4 },
          ],
        },
        {
          agent: "web-searcher",
          requested: "Ceramic knives, south of Portugal",
          steps: [
            {
              tool: "web_search",
              arguments: { query: "ceramic knives Lisbon supplier" },
              result: "",
              failure: "The search service did not answer within 10 s.",
              seconds: 10,
            },
            { says: "No result: the search failed.", model: "gpt-5-mini", seconds: 2 },
          ],
        },
        { says: "Three suppliers in the north deliver within a week. The search in the south failed.", seconds: 6 },
      ],
    },
  ],
};

const northwind = { agent: "support-agent", version: "2.1.0", model: "gpt-5-mini", provider: "openai" };

/** Conversations of each kind that the service tells apart, with hours since their end. */
const specials: readonly (readonly [hours: number, talk: AgentTalk])[] = [
  [
    0,
    {
      ...{ ...northwind, id: "conv-8842" },
      turns: [
        { asks: "Is the kettle in stock?", steps: [{ says: "Yes, 14 of them." }] },
        { asks: "And when would it arrive in Graz?", pause: 60, state: "running", steps: [{ says: "", seconds: 3 }] },
      ],
    },
  ],
  ...codingTalks.map((talk, at) => [0.3 + at * 2, talk] as const),
  [0.6, researchTalk],
  [
    5,
    {
      ...{ ...northwind, id: "conv-8790", version: "2.0.3" },
      turns: [
        {
          asks: "Please cancel order 81-4420.",
          failure: "The agent gave up after 3 attempts.",
          steps: [
            { says: "", seconds: 2 },
            {
              ...{ tool: "cancel_order", arguments: { order_id: "81-4420" }, result: "" },
              failure: "The order has already been shipped.",
            },
          ],
        },
      ],
    },
  ],
  [
    9,
    {
      ...{ ...northwind, id: "conv/slash ünï?&#%", tagsRootOnly: true },
      turns: [{ asks: "Do you ship to Åland?", steps: [{ says: "Yes, within six days." }] }],
    },
  ],
  [
    30,
    {
      ...{ ...northwind, id: "playground-1", model: "own-model" },
      turns: [{ asks: "Say hello.", state: "open", steps: [{ says: "Hello!" }] }],
    },
  ],
];

/** Agent conversations of a project: the special ones, then ordinary ones over the last four weeks. */
export function sampleAgentSpans(count: number, workload: Workload, seed: number, now: Date): readonly SpanRow[] {
  if (count === 0) return [];
  const random = randomFrom(seed);
  const end = now.getTime();
  const chosen = specials.slice(0, count);
  const ordinary = Array.from({ length: count - chosen.length }, () => supportTalk(workload, random));
  return [
    ...chosen.flatMap(([hours, talk]) => talkSpans(talk, end - hours * hour)),
    ...ordinary.flatMap((talk) => talkSpans(talk, end - Math.floor(random.fraction() ** 2 * 28 * 24 * hour) - minute)),
    // What other programs of the project send there.
    span({ trace_id: `${"0".repeat(31)}1`, span_id: `${"0".repeat(15)}1`, span_name: "GET /", started_at: end - hour }),
  ];
}

function supportTalk({ topics }: Workload, random: Random): AgentTalk {
  const topic = random.pick(topics);
  const [tool, given, result] = topic.tool;
  const turns = topic.exchanges.slice(0, random.between(1, topic.exchanges.length)).map(({ user, assistant }, at) => ({
    asks: user,
    pause: at === 0 ? 0 : random.between(15, 300),
    steps: [
      ...(at === 0
        ? [{ tool, arguments: given, result: JSON.stringify(result), seconds: random.between(2, 30) / 10 }]
        : []),
      { says: assistant, seconds: random.between(10, 90) / 10 },
    ],
  }));
  const id = `conv-${random.text(12, "0123456789abcdef")}`;
  const version = random.pick(["2.1.0", "2.1.0", "2.0.3"]);
  return { ...northwind, id, version, turns, tagsRootOnly: random.chance(0.5) };
}
