// The conformance command: compares the extension and its sample service with the service's own server.
import { freshFolder } from "../editor/freshFolder.ts";
import { projectFolder } from "../editor/paths.ts";
import { runMain } from "../editor/runMain.ts";
import { agentChecks, insertSpans } from "./agentChecks.ts";
import { type Part, requestedOf } from "./check.ts";
import { type Outcome, outcomeOf } from "./comparison.ts";
import { conditionChecks, expressionChecks, filterChecks, limitChecks } from "./countChecks.ts";
import { type Table, tables } from "./dataSet.ts";
import { type Environments, environments } from "./environments.ts";
import { feedbackChecks } from "./feedbackChecks.ts";
import { columnChecks, documentChecks, escapedChecks, refusalChecks } from "./fileChecks.ts";
import { insertDataSet, postTo } from "./insertion.ts";
import { knownDifferences } from "./knownDifferences.ts";
import { clientOutcome } from "./officialClient.ts";
import { reportOf } from "./report.ts";
import { cleanCommit, hasPassed, inputsHash, keepResults } from "./results.ts";
import { startSampleService } from "./sampleServices.ts";
import { searchChecks } from "./searchChecks.ts";
import { snippetChecks } from "./snippetChecks.ts";
import { exportChecks, findChecks, listChecks, overviewChecks } from "./threadChecks.ts";
import { startTraceServer, type TraceServer } from "./traceServer.ts";
import { conversationChecks, errorChecks, figureChecks, readChecks, turnChecks } from "./turnChecks.ts";
import { wireChecks } from "./wireChecks.ts";

const partsFor = (python: string): readonly Part[] => [
  filterChecks,
  conditionChecks,
  expressionChecks,
  limitChecks,
  columnChecks,
  documentChecks,
  escapedChecks,
  refusalChecks,
  listChecks,
  findChecks,
  searchChecks,
  overviewChecks,
  exportChecks,
  turnChecks,
  figureChecks,
  errorChecks,
  conversationChecks,
  readChecks,
  snippetChecks(python),
  wireChecks,
  agentChecks,
  feedbackChecks,
];

await runMain(async (signal) => {
  const [commit, inputs] = [cleanCommit(projectFolder), inputsHash(projectFolder)];
  const installed = await environments(signal);
  await using folder = await freshFolder("conformance");
  console.log("Starting the trace server…");
  await using server = await startTraceServer(installed.server, folder.path, signal);
  console.log(`It is that of weave ${server.version}.`);
  const outcomes: Outcome[] = [];
  for (const table of tables) outcomes.push(...(await outcomesOf(table, server, installed, signal)));
  const { lines, figures } = reportOf(outcomes, knownDifferences);
  console.log(lines.join("\n"));
  if (commit === null) console.log("The results are not kept, because the checkout has changes.");
  else keepResults({ server: server.version, commit, inputs, ...figures });
  console.log(`Hash of the inputs: ${inputs}`);
  return hasPassed(figures) ? 0 : 1;
});

async function outcomesOf(
  table: Table,
  { url }: TraceServer,
  { server: python, clients }: Environments,
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  console.log(`Inserting the data set (${table} table)…`);
  const data = await insertDataSet(postTo(url, signal), `acme/${table}`, table);
  if (table === "merged") await insertSpans(postTo(url, signal));
  await using sampleService = await startSampleService(data);
  await using server = requestedOf({ url, username: "api", password: "any-key" }, data);
  await using sample = requestedOf(sampleService, data);
  const outcomes: Outcome[] = [];
  for (const part of partsFor(python)) {
    console.log(`${part.title} (${table} table)…`);
    outcomes.push(await outcomeOf(part, { server, sample }, data, signal));
  }
  for (const client of table === "merged" ? clients : []) {
    console.log(`Python client ${client.version}…`);
    const { outcome, passed } = await clientOutcome(client, sampleService, data, signal);
    console.log(`  ${passed.length} of ${outcome.checks} calls pass: ${passed.join("; ")}`);
    outcomes.push(outcome);
  }
  return outcomes;
}
