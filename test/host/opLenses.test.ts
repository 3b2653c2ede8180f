import assert from "node:assert/strict";
import { test } from "node:test";
import { CodeLens, commands, Hover, MarkdownString, Position, type TextDocument, Uri, window, workspace } from "vscode";
import * as z from "zod";
import { sampleProjects } from "../../src/core/query/projectId.ts";
import { createFormats } from "../../src/core/text/format.ts";
import { sampleProject } from "../../src/localService/data/sampleProject.ts";
import { supportWorkload } from "../../src/localService/data/supportWorkload.ts";
import { type ServiceOptions, serviceOptions } from "../../src/localService/sampleService.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { corpus, corpusFiles, longSource } from "../unit/core/opNavigation/sources.ts";
import { numbersOf } from "../unit/service/rawCalls.ts";
import { extension, set } from "./installed.ts";

const root = extension.extensionPath;
const [project] = sampleProjects;
const formats = createFormats("en");

const times = new Map<number, ReturnType<typeof rawCallsAt>>();

/** The generated calls of the sample, as the service sends them. */
function rawCallsAt({ threads, calls, seed, now }: ServiceOptions) {
  const made = sampleProject({ id: project, workload: supportWorkload, threads, calls, seed, now, showcases: true });
  const time = (at: number) => new Date(Math.floor(at)).toISOString();
  return Array.from(made.calls, ({ op_name, started_at, ended_at, exception }) => ({
    op_name,
    started_at: time(started_at),
    ended_at: ended_at === null ? null : time(ended_at),
    summary: { weave: { status: exception === null ? "success" : "error" } },
  }));
}

/** The titles above these ops, computed from the calls of a sample that started in this hour. */
function expectedTitles(names: readonly string[], options: ServiceOptions): readonly string[] {
  const hour = options.now.getTime();
  const raw = times.get(hour) ?? rawCallsAt(options);
  times.set(hour, raw);
  return numbersOf(raw, names).map(({ calls, failed, p50 }) =>
    [
      calls === 1 ? "1 call" : `${formats.exact(calls)} calls`,
      ...(failed === 0 ? [] : [`${failed} failed`]),
      ...(p50 === null ? [] : [`p50 ${formats.duration(p50)}`]),
      "all time",
    ].join(" · "),
  );
}

async function lensesOf(document: TextDocument): Promise<readonly CodeLens[]> {
  const found: unknown = await commands.executeCommand("vscode.executeCodeLensProvider", document.uri, 10_000);
  return z.array(z.instanceof(CodeLens)).parse(found);
}

const drawn = (lenses: readonly CodeLens[]) =>
  lenses.map(({ range, command }) => [range.start.line + 1, command?.title] as const);

test("above the ops of source files are the numbers of the sample's calls, on lines that no state moves", async (t) => {
  t.after(async () => {
    await set("codeLens", undefined);
    await set("defaultTimeRange", undefined);
    await commands.executeCommand("workbench.action.closeAllEditors");
    await commands.executeCommand("weaveThreads.signOut");
  });
  await set("defaultTimeRange", "all");
  // The sample is generated for the hour in which it starts, which may end meanwhile.
  const before = serviceOptions.parse({});
  await commands.executeCommand("weaveThreads.openSample");
  const hours = [before, serviceOptions.parse({})];
  for (const file of corpusFiles) {
    const document = await workspace.openTextDocument(Uri.file(`${root}/test/corpus/${file}`));
    await window.showTextDocument(document);
    const lines = corpus[file].map(([line]) => line);
    await set("codeLens", "link");
    await eventually(async () => {
      const titles = ["Show Weave calls", "Show Numbers"];
      assert.deepEqual(
        drawn(await lensesOf(document)),
        lines.flatMap((line) => titles.map((title) => [line, title])),
      );
    });
    await commands.executeCommand("weaveThreads.showOpNumbers");
    const names = corpus[file].map(([, op]) => op);
    const [first = [], second = []] = hours.map((options) => expectedTitles(names, options));
    await eventually(async () => {
      const lenses = drawn(await lensesOf(document));
      assert.equal(lenses.length, lines.length);
      assert.deepEqual(
        lenses.map(([line]) => line),
        lines,
      );
      const titles = lenses.map(([, title]) => title);
      assert.deepEqual(titles, titles[0] === first[0] ? first : second);
    });
  }

  await t.test("a hover has the op's ref, versions and storage, and one trusted command", async () => {
    const document = await workspace.openTextDocument(Uri.file(`${root}/test/corpus/support_agent.py`));
    const textAt = async (line: number, character: number) => {
      const place = new Position(line - 1, character);
      const found: unknown = await commands.executeCommand("vscode.executeHoverProvider", document.uri, place);
      const contents = z
        .array(z.instanceof(Hover))
        .parse(found)
        .flatMap((hover) => hover.contents);
      return contents.filter((content) => content instanceof MarkdownString);
    };
    await eventually(async () => {
      const [hover] = await textAt(47, 12);
      const text = hover?.value.replaceAll("\\", "") ?? "";
      assert.match(text, /^answer_customer: 1,\d{3} calls · \d+ failed · p50 \S+ · all time {2}$/m);
      assert.ok(text.includes(`Op: weave:///${project}/op/answer_customer:*`), text);
      assert.match(text, /^Versions: at least \d+ \(latest \w+…\w+\) {2}$/m);
      assert.match(text, /^Storage: [\d.]+ [kM]B/m);
      assert.match(text, /\[Count with Conditions…\]\(command:weaveThreads\.countOpCalls\?[^()\s]+\)$/);
      assert.deepEqual(hover?.isTrusted, { enabledCommands: ["weaveThreads.countOpCalls"] });
    });
    assert.equal((await textAt(46, 3)).length, 1);
    assert.equal((await textAt(48, 10)).length, 0);
  });

  await t.test("10,000 lines have their lenses", async () => {
    const { text, copies } = longSource(root, "support_agent.py", 10_000);
    const document = await workspace.openTextDocument({ language: "python", content: text });
    await window.showTextDocument(document);
    const started = performance.now();
    const lenses = await lensesOf(document);
    t.diagnostic(`${lenses.length} lenses in ${Math.round(performance.now() - started)} ms`);
    assert.equal(lenses.length, copies * corpus["support_agent.py"].length);
  });

  await t.test("signed out, there are none", async () => {
    await commands.executeCommand("weaveThreads.signOut");
    await eventually(async () => {
      const document = await workspace.openTextDocument(Uri.file(`${root}/test/corpus/assistant.ts`));
      assert.deepEqual(await lensesOf(document), []);
    });
  });
});
