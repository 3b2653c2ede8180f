import { visibleText } from "../text/visibleText.ts";
import { literal, scriptNotation } from "./literal.ts";
import { keyVariable, type SnippetRequest, usernameVariable } from "./snippetRequest.ts";

/** A module for Node.js 22.18 and later, which runs TypeScript directly. Prints JSON, one object per line. */
export function typescriptText({ url, username, body, response, notes, cautions }: SnippetRequest): string {
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

${response === "lines" ? readLines : readObject}`;
}

/** JSON Lines are separated only by line feeds: other line separators may be part of a string. */
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
