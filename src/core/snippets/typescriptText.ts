import { visibleText } from "../text/visibleText.ts";
import { literal, scriptNotation } from "./literal.ts";
import { keyVariable, type SnippetRequest, usernameVariable } from "./snippetRequest.ts";

/** A module for Node 22.18 and newer, which runs TypeScript as it is. Prints JSON, one object to a line. */
export function typescriptText({ url, username, body, answer, notes, cautions }: SnippetRequest): string {
  const name = username === null ? `process.env.${usernameVariable} + ":"` : scriptNotation.quote(`${username}:`);
  const variables = username === null ? [usernameVariable, keyVariable] : [keyVariable];
  const checks = variables.map(
    (variable) => `if (!process.env.${variable}) throw new Error("${variable} is not set.");\n`,
  );
  return `${[...notes, ...cautions].map((note) => `// ${visibleText(note)}\n`).join("")}${checks.join("")}
const credentials = ${name} + process.env.${keyVariable};
const response = await fetch(${scriptNotation.quote(url)}, {
  method: "POST",
  headers: {
    Authorization: "Basic " + Buffer.from(credentials).toString("base64"),
    "Content-Type": "application/json",
  },
  body: JSON.stringify(${literal(body, scriptNotation, "  ")}),
  redirect: "error",
});
if (!response.ok || !response.body) throw new Error(response.status + ": " + (await response.text()));

${answer === "lines" ? readLines : readObject}`;
}

/** A line of JSON ends at a line feed alone: what else ends a line elsewhere may stand in a text. */
const readLines = `const decoder = new TextDecoder();
let rest = "";
for await (const bytes of response.body) {
  const lines = (rest + decoder.decode(bytes, { stream: true })).split("\\n");
  rest = lines.pop() ?? "";
  lines.forEach(show);
}
show(rest);

function show(line: string) {
  if (line.trim() === "") return;
  const thread = JSON.parse(line);
  console.log(JSON.stringify(thread));
}
`;

const readObject = `const count = await response.json();
console.log(JSON.stringify(count));
`;
