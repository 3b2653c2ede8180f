// Runs the benchmarks one after the other, all or those with an argument in their name. Prints their figures as a
// table. If all have run, writes them to `results.json`, `README.md` and the chart of the guide.
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { projectFolder } from "../editor/paths.ts";
import { runMain } from "../editor/runMain.ts";
import { chart } from "./chart.ts";
import { type Figure, figureText, isWithin } from "./figure.ts";

const programs = [
  ..."decode messages export sampleService activation labels agents threads overview conversation conversationPage".split(
    " ",
  ),
  "overviewPage",
  "collector",
  "fuzz",
];

const [pattern = ""] = process.argv.slice(2);

await runMain(async (signal) => {
  const figures: Figure[] = [];
  const failed: string[] = [];
  for (const name of programs.filter((one) => one.includes(pattern))) {
    console.log(`\n── ${name}`);
    const options = { execArgv: ["--disable-warning=ExperimentalWarning"], signal };
    const program = fork(join(import.meta.dirname, `${name}.ts`), options);
    program.on("message", (figure: Figure) => figures.push(figure));
    const [code]: (number | null)[] = await once(program, "close");
    if (code !== 0) failed.push(name);
  }
  signal.throwIfAborted();
  const over = figures.filter((figure) => !isWithin(figure));
  console.log(`\n${table(figures)}`);
  if (pattern === "" && failed.length === 0) await keep(figures, signal);
  for (const name of failed) console.log(`${name} has failed.`);
  const within = figures.filter(({ budget, least }) => (budget ?? least) !== undefined).length - over.length;
  console.log(`\n${within} passed, ${over.length + failed.length} failed`);
  return over.length + failed.length === 0 ? 0 : 1;
});

/** As Markdown; the figures with a budget first. */
function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ budget, ...figure }) => {
    const bound = budget ?? figure.least;
    const limit = bound === undefined ? "" : figureText({ ...figure, measured: bound });
    const mark = isWithin({ budget, ...figure }) ? "" : " **over**";
    return `| ${figure.what} | ${figureText(figure)}${mark} | ${limit} |`;
  });
  return ["| Figure | Measured | Budget |", "| --- | ---: | ---: |", ...rows].join("\n");
}

async function keep(figures: readonly Figure[], signal: AbortSignal): Promise<void> {
  const machine = `${cpus().length} × ${cpus()[0]?.model}, Node.js ${process.version}`;
  const results = join(import.meta.dirname, "results.json");
  await writeFile(results, `${JSON.stringify({ machine, figures }, null, 2)}\n`);
  const page = join(import.meta.dirname, "README.md");
  const text = await readFile(page, "utf8");
  const kept = `<!-- results -->\n${machine}\n\n${table(figures)}\n<!-- end -->`;
  await writeFile(
    page,
    text.replace(/<!-- results -->.*<!-- end -->/s, () => kept),
  );
  await writeFile(join(projectFolder, "media", "bench.png"), await chart(figures, signal));
}
