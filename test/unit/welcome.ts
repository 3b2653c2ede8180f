import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import type { ViewState } from "../../src/core/project/display.ts";
import type { NetworkSettings } from "../../src/core/settings/network.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), "utf8"));

const { contributes } = z
  .object({
    contributes: z.object({
      viewsWelcome: z.array(z.object({ view: z.string(), contents: z.string(), when: z.string() })),
    }),
  })
  .parse(read("package.json"));
const strings = z.record(z.string(), z.string()).parse(read("package.nls.json"));

export interface Welcome {
  /** The sentences, and the titles of the buttons in brackets, in order. */
  readonly text: string;
  readonly sentences: readonly string[];
  readonly buttons: readonly { readonly title: string; readonly link: string }[];
}

/** What the threads view shows instead of rows, from the manifest. */
export function threadsWelcome(
  state: ViewState,
  {
    client = "own",
    filtered = true,
    slow = false,
  }: { readonly client?: NetworkSettings["client"]; readonly filtered?: boolean; readonly slow?: boolean } = {},
): Welcome {
  const shown = contributes.viewsWelcome.filter(({ view, when }) => {
    if (view !== "weaveThreads.threads") return false;
    if (when === `weaveThreads.state == '${state}'`) return true;
    // The filter is the default, or differs from it; and loading may take long.
    if (when === `weaveThreads.state == '${state}' && ${filtered ? "" : "!"}weaveThreads.filtered`) return true;
    if (when === `weaveThreads.state == '${state}' && ${slow ? "" : "!"}weaveThreads.slow`) return true;
    const way = /^weaveThreads\.state =~ \/(.+)\/ && weaveThreads\.client (==|!=) editor$/.exec(when);
    return way !== null && new RegExp(way[1] ?? "").test(state) && (way[2] === "==") === (client === "editor");
  });
  const lines = shown.flatMap(({ contents }) => (strings[contents.slice(1, -1)] ?? "").split("\n"));
  const links = lines.map((line) => /^\[(.+)\]\(command:(.+)\)$/.exec(line));
  return {
    text: lines.map((line, index) => (links[index] ? `[${links[index][1]}]` : line)).join(" "),
    sentences: lines.filter((_, index) => links[index] === null),
    buttons: links.flatMap((found) => (found === null ? [] : [{ title: found[1] ?? "", link: found[2] ?? "" }])),
  };
}
