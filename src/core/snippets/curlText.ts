import { visibleText } from "../visibleText.ts";
import { jsonNotation, literal } from "./literal.ts";
import { keyVariable, type SnippetRequest, usernameVariable } from "./snippetRequest.ts";

/** Windows takes 32,767 characters as a command's arguments, and Linux 128 kB as one of them. */
const longestArgument = 24_000;

/**
 * A command for POSIX shells. There are no comments in it: zsh takes them for commands where a person types; cautions are
 * given to the command that does nothing. An unset variable stops it before anything is sent.
 */
export function curlText({ url, username, body, answer, cautions }: SnippetRequest): string {
  const data = shellQuoted(literal(body, jsonNotation));
  const isLong = Buffer.byteLength(data) > longestArgument;
  const name = username ?? `\${${usernameVariable}:?is not set}`;
  const asTheyCome = answer === "lines" ? " --no-buffer" : "";
  const parts = [
    `${isLong ? `printf %s ${data} |\n` : ""}curl --silent --show-error --fail-with-body${asTheyCome}`,
    `--user "${name}:\${${keyVariable}:?is not set}"`,
    "--header 'Content-Type: application/json'",
    isLong ? "--data-binary @-" : `--data-raw ${data}`,
    // Brackets in an address are a pattern to curl.
    ...(/[[\]{}]/.test(url) ? ["--globoff"] : []),
    shellQuoted(url),
  ];
  const warned = cautions.map((caution) => `: ${shellQuoted(visibleText(caution))}\n`).join("");
  return `${warned}${parts.join(" \\\n  ")}\n`;
}

/** Nothing means anything between single quotes but the one that ends them. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
