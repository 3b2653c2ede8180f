// docs/message-formats.md, made from the readers: `npm run docs` writes it, and a unit test compares it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { formats } from "../../src/core/messages/formats.ts";
import { projectFolder } from "../editor/paths.ts";

const intro = `# Message formats

What a program logs is read as messages of a conversation in these formats, tried in this order. Each is recognized by its fields, not by the name of a framework; they may be mixed, and nested in inputs and outputs of any structure. A text that is JSON is read as JSON.

Other inputs and outputs are searched for fields with usual names, such as \`messages\`, \`question\`, \`prompt\`, \`answer\` and \`response\`. What no reader knows is shown as JSON once. Fields that are not shown as text are under *Details* of the turn.

| Format | Recognized by | Since |
| --- | --- | --- |
`;

export function formatsPage(): string {
  const rows = formats.map(({ name, recognizedBy, since }) => `| ${name} | ${recognizedBy} | ${since} |`);
  return `${intro}${rows.join("\n")}\n`;
}

const file = join(projectFolder, "docs", "message-formats.md");
if (process.argv[1] === import.meta.filename) writeFileSync(file, formatsPage());
