import { performance } from "node:perf_hooks";
import { turnContent } from "../../src/core/messages/turnContent.ts";
import { type Json, jsonIn } from "../../src/core/text/json.ts";
import { runMain } from "../editor/runMain.ts";
import { median, notify } from "./figure.ts";

// Messages of 1 MB as JSON, in the shapes that take the most steps to read: parsing and reading, as the page does it.

const rounds = 50;
const bytes = 1_000_000;
const sentence = "The rye bread needs five more minutes, *then* the rolls. ";
const paragraph = sentence.repeat(15);
const long = sentence.repeat(bytes / sentence.length);
const many = <Item>(item: (at: number) => Item, size: number): Item[] =>
  Array.from({ length: bytes / size }, (_, at) => item(at));

const shapes: Readonly<Record<string, Json>> = {
  "one text": { messages: [{ role: "user", content: long }] },
  "a history of chat messages": {
    messages: many((at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: `${at}: ${paragraph}` }), 900),
  },
  "tool calls and their results": {
    messages: many(
      (at) =>
        at % 2 === 0
          ? { role: "assistant", tool_calls: [{ id: "1", function: { name: "oven", arguments: '{"rack":1}' } }] }
          : { role: "tool", tool_call_id: "1", content: JSON.stringify({ rack: paragraph }) },
      500,
    ),
  },
  "streamed chunks": many(
    (at) => ({ object: "chat.completion.chunk", choices: [{ delta: { content: ` ${at}` } }] }),
    80,
  ),
  "messages kept as text": {
    "gen_ai.input.messages": JSON.stringify([{ role: "user", parts: [{ type: "text", content: long }] }]),
  },
  "rows of data": { rows: many((at) => ({ type: "row", name: `n${at}`, parts: [at], role: 7 }), 60) },
};

await runMain(async () => {
  for (const [what, shape] of Object.entries(shapes)) {
    const written = JSON.stringify(shape);
    const times = Array.from({ length: rounds }, () => {
      const start = performance.now();
      const read = jsonIn(written) ?? null;
      turnContent({ inputs: read, output: null });
      return performance.now() - start;
    });
    notify({
      what: `Reading ${what}, ${(written.length / 1e6).toFixed(1)} MB`,
      measured: median(times),
      budget: 50,
      unit: "ms",
    });
  }
  return 0;
});
