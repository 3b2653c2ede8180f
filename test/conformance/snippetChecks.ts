import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { defaultSort, stableSort } from "../../src/core/query/threadQuery.ts";
import { type ServicePost, snippetRequest } from "../../src/core/snippets/snippetRequest.ts";
import { type SnippetLanguage, snippetText } from "../../src/core/snippets/snippetText.ts";
import { callStatsPost, threadsPost } from "../../src/service/client.ts";
import { freshFolder } from "../editor/freshFolder.ts";
import type { Check, Part, Requested } from "./check.ts";
import { firstStart, notes, threads } from "./dataSet.ts";
import { liveCalls, textAt, threadsOf } from "./recomputed.ts";

/** How to run the programs of a language. */
interface Runner {
  readonly file: string;
  readonly command: string;
}

async function printed(
  post: ServicePost,
  language: SnippetLanguage,
  { command, file }: Runner,
  requested: Requested,
  signal: AbortSignal,
) {
  const { url, username, password } = requested;
  const response = post.path.startsWith("/threads") ? "lines" : "object";
  const sender = { url, username: null, isSample: false };
  const text = snippetText(language, snippetRequest(post, sender, { response, notes: [], cautions: [] }));
  await using folder = await freshFolder("conformance-snippet");
  const path = join(folder.path, file);
  await writeFile(path, text);
  const env = { ...process.env, WEAVE_USERNAME: username, WANDB_API_KEY: password };
  const { stdout } = await promisify(execFile)(command, [path], { env, signal });
  const lines = stdout.split("\n").filter((line) => line !== "");
  return lines.map((line): unknown => JSON.parse(line));
}

/** `python` is the interpreter for Python programs. */
export function snippetChecks(python: string): Part {
  const runners: Readonly<Record<SnippetLanguage, Runner>> = {
    curl: { file: "query.sh", command: "sh" },
    python: { file: "query.py", command: python },
    typescript: { file: "query.mts", command: process.execPath },
  };
  const languages = ["curl", "python", "typescript"] as const;
  return {
    title: "Programs",
    checks: ({ project }) =>
      languages.flatMap((language): Check[] => [
        {
          name: `threads in ${language}`,
          ask: async (requested, signal) => {
            const query = {
              project,
              before: firstStart + 40_000_000,
              threadIds: [threads.long, "日本語 スレッド", "it's", 'quote"double'],
              sort: stableSort(defaultSort),
            };
            const rows = await printed(threadsPost(query), language, runners[language], requested, signal);
            return rows.map((row) => [Reflect.get(Object(row), "thread_id"), Reflect.get(Object(row), "turn_count")]);
          },
          expect: (data) => {
            const threadIds = [threads.long, "日本語 スレッド", "it's", 'quote"double'];
            const rows = threadsOf(data, { before: firstStart + 40_000_000, threadIds, sort: stableSort(defaultSort) });
            return rows.map(({ thread_id, turn_count }) => [thread_id, turn_count]);
          },
        },
        {
          name: `a count in ${language}`,
          ask: async (requested, signal) => {
            const input = { $convert: { input: { $getField: "inputs.note" }, to: "string" } } as const;
            const query = { $expr: { $eq: [input, { $literal: notes[1] }] } } as const;
            const rows = await printed(
              callStatsPost({ project, query }),
              language,
              runners[language],
              requested,
              signal,
            );
            return rows.map((row) => Reflect.get(Object(row), "count"));
          },
          expect: (data) => [liveCalls(data).filter(({ inputs }) => textAt(inputs, "note") === notes[1]).length],
        },
      ]),
  };
}
