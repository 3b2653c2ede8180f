import { hidden, literal, type Notation, scriptNotation, utf16Escape } from "./literal.ts";
import { keyVariable, type SnippetRequest, usernameVariable } from "./snippetRequest.ts";

/**
 * Characters that quote, expand, separate or redirect in a POSIX shell, PowerShell or cmd. PowerShell treats U+2018 to
 * U+201E as quotes; cmd has no single quotes.
 */
const special = /["'\\`$&|<>^%!;(){}@#\u2018-\u201e]/g;

/** On one line: cmd runs each line as a command, and an array on several lines may contain a line `"calc",`. */
const shellNotation: Notation = {
  ...scriptNotation,
  quote: (text) => `"${escaped(text)}"`,
  key: (quoted) => quoted,
  step: null,
};

/** A line in cmd has at most 8,191 UTF-16 units; the rest of a longer one could run as a command. */
const piece = /.{1,4000}/gu;

/**
 * A command for POSIX shells. Pasted into PowerShell or cmd it fails, but no part of the request escapes its quotes or
 * runs as a command. It contains no comments, which interactive zsh runs as commands; cautions are arguments of the
 * no-op command `:`. An unset variable stops it before anything is sent.
 */
export function curlText(request: SnippetRequest): string {
  const name = request.username ?? `\${${usernameVariable}:?is not set}`;
  return curlCommand(urlWord(request.url), [`--user "${name}:\${${keyVariable}:?is not set}"`], request);
}

/** The same for any URL and options, which are words of the shell. */
export function curlCommand(
  url: string,
  options: readonly string[],
  { body, response, cautions }: Pick<SnippetRequest, "body" | "response" | "cautions">,
): string {
  const data = literal(body, shellNotation).match(piece) ?? [];
  const isLong = data.length > 1;
  const parts = [
    `curl --silent --show-error --fail-with-body${response === "lines" ? " --no-buffer" : ""}`,
    ...options,
    "--header 'Content-Type: application/json'",
    isLong ? "--data-binary @-" : `--data-raw '${data.join("")}'`,
    // curl treats brackets in a URL as a pattern.
    ...(/[[\]]/.test(url) ? ["--globoff"] : []),
    url,
  ];
  const notes = ["For POSIX shells", ...cautions].map((note) => `: '${escaped(note)}'\n`).join("");
  const input = isLong ? `{\n${data.map((text) => `  printf %s '${text}'\n`).join("")}} |\n` : "";
  return `${notes}${input}${parts.join(" \\\n  ")}\n`;
}

function escaped(text: string): string {
  return text.replace(special, utf16Escape).replace(hidden, utf16Escape);
}

/**
 * A quoted URL with special characters percent-encoded. cmd expands `%name%` even in quotes: the two quotes after each `%`,
 * which a POSIX shell removes, cannot begin a variable name.
 */
export function urlWord(url: string): string {
  const encoded = url
    .replace(special, (character) => (character === "%" ? character : `%${character.charCodeAt(0).toString(16)}`))
    .replaceAll("%", "%''");
  return `'${encoded}'`;
}
