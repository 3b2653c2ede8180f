// Prints the figures that a change should not raise: lines of source and tests, long files, and files that know a thread
// by its bare ID.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "./editor/paths.ts";

/** Where `threadId` is the name of something else than a conversation's key: of the service, or of what is stored. */
const wire = /^src\/(?:service\/schema|localService|core\/chatTools|core\/export)\//;
const most = 220;

const files = globSync("{src,test}/**/*.ts", { cwd: projectFolder }).map((file) => {
  const text = readFileSync(join(projectFolder, file), "utf8");
  return { file: file.replaceAll("\\", "/"), text, lines: text.trimEnd().split("\n").length };
});
const [source, tests] = ["src/", "test/"].map((folder) => files.filter(({ file }) => file.startsWith(folder)));

for (const [name, of] of Object.entries({ source: source ?? [], tests: tests ?? [] })) {
  const lines = of.reduce((sum, { lines }) => sum + lines, 0);
  console.log(`${name}: ${lines.toLocaleString("en")} lines in ${of.length} files`);
}
const named = (source ?? []).filter(({ file, text }) => /\bthreadId\b/.test(text) && !wire.test(file));
console.log(`files that name threadId, besides the wire and stored forms: ${named.length}`);
for (const { file, lines } of (source ?? []).filter(({ lines }) => lines > most))
  console.log(`${file}: ${lines} lines`);
