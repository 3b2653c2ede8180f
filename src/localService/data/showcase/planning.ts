import { plainDocument } from "../documentShapes.ts";
import type { ShowcaseCall } from "./showcaseCall.ts";
import { conversationTurns, type ScriptedTurn } from "./showcaseThread.ts";

const subjects = [
  ["venue", "the old mill by the lake", "3,400 EUR", "it has a workshop room and 22 beds"],
  ["travel", "the 9:12 train and a bus from the station", "1,150 EUR", "everybody arrives before lunch"],
  ["first morning", "a round of what went well", "0 EUR", "people who met online only get to talk"],
  [
    "workshop on incidents",
    "two groups that play one from last spring",
    "120 EUR",
    "each group writes down what it lacked",
  ],
  ["lunch", "soup and bread from the village", "16 EUR a head", "it suits all the diets in the list"],
  ["afternoon walk", "the path around the lake, 7 km", "0 EUR", "there is a shorter way for those who want it"],
  ["evening", "a fire, if the wind allows it", "80 EUR", "the owner lends us the wood and the pit"],
  ["roadmap session", "cards on the wall, one colour a team", "35 EUR", "no one needs a screen"],
  ["photographs", "a list of who does not want to be in them", "0 EUR", "it goes out with the invitation"],
  ["insurance", "the one that we had last year", "210 EUR", "it covers the walk and the boats"],
  ["way home", "the 15:48 train", "1,150 EUR", "those with children are home by seven"],
] as const;

/** A long conversation with many short turns. */
export function planningTurns(self: string): readonly ShowcaseCall[] {
  return conversationTurns({
    op: "plan_event",
    shape: plainDocument,
    system: "You help to plan a company's offsite. Keep the list.",
    model: "mistral-large-2512",
    others: { self },
    turns: subjects.flatMap(turnsAbout),
  });
}

function turnsAbout(
  [subject, choice, price, reason]: (typeof subjects)[number],
  index: number,
): readonly ScriptedTurn[] {
  return [
    {
      user: `Next: the ${subject}. What would you suggest?`,
      assistant: `For the ${subject} I suggest **${choice}**: ${reason}.`,
      pause: 18,
    },
    {
      user: "What does that cost?",
      tools: [["look_up_price", { item: choice }, { price }]],
      assistant: `About **${price}**.`,
      pause: 9,
    },
    {
      user: index % 3 === 1 ? "Hmm, is there anything simpler?" : "Good, take it.",
      assistant:
        index % 3 === 1
          ? `We could leave the ${subject} to the people who come, but then ${reason} no longer holds. I would keep it.`
          : `Noted: ${subject} – ${choice}.`,
      pause: 14,
    },
    {
      user: "Read the list back to me, please.",
      assistant: subjects
        .slice(0, index + 1)
        .map(([done, chosen, cost], place) => `${place + 1}. **${done}**: ${chosen} (${cost})`)
        .join("\n"),
      pause: 31,
    },
  ];
}
