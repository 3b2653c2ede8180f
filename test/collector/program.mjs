// A program with Weave's client for TypeScript, which has no threads: ops, one inside another, and a failure. Its argument
// is the project.
import * as weave from "weave";

const client = await weave.init(process.argv[2]);
const lookUp = weave.op(async function look_up(order) {
  return `${order} has been shipped.`;
});
const answer = weave.op(async function answer(question) {
  return { said: await lookUp(question) };
});
const fails = weave.op(async function fails(question) {
  throw new Error(`no order in ${question}`);
});

await answer("81-4420");
await answer("81-4421");
await fails("nothing").catch(() => undefined);
await client.waitForBatchProcessing();
process.exit(0);
