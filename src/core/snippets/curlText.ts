import { hidden, literal, type Notation, scriptNotation, utf16Escape } from "./literal.ts";
import { keyVariable, type SnippetRequest, usernameVariable } from "./snippetRequest.ts";

/**
 * What quotes, expands, separates or redirects in a POSIX shell, PowerShell or cmd. PowerShell takes U+2018 to U+201E for
 * quotes; cmd does not know single quotes.
 */
const special = /["'\\`$&|<>^%!;(){}@#\u2018-\u201e]/g;

/** On one line: cmd takes each line for a command, and a list of several lines may have a line `"calc",`. */
const shellNotation: Notation = {
  ...scriptNotation,
  quote: (text) => `"${escaped(text)}"`,
  key: (quoted) => quoted,
  step: null,
};

/** A line of cmd has at most 8,191 UTF-16 units; the rest of a longer one could become a command. */
const piece = /.{1,4000}/gu;

/**
 * A command for POSIX shells. Pasted into PowerShell or cmd it fails, but nothing of the request leaves its quotes or
 * becomes a command there. There are no comments in it: zsh takes them for commands where a person types; cautions are
 * given to the command that does nothing. An unset variable stops it before anything is sent.
 */
export function curlText({ url, username, body, answer, cautions }: SnippetRequest): string {
  const data = literal(body, shellNotation).match(piece) ?? [];
  const isLong = data.length > 1;
  const name = username ?? `\${${usernameVariable}:?is not set}`;
  const asTheyCome = answer === "lines" ? " --no-buffer" : "";
  const parts = [
    `curl --silent --show-error --fail-with-body${asTheyCome}`,
    `--user "${name}:\${${keyVariable}:?is not set}"`,
    "--header 'Content-Type: application/json'",
    isLong ? "--data-binary @-" : `--data-raw '${data.join("")}'`,
    // Brackets in an address are a pattern to curl.
    ...(/[[\]]/.test(url) ? ["--globoff"] : []),
    `'${encoded(url)}'`,
  ];
  const notes = ["For POSIX shells", ...cautions].map((note) => `: '${escaped(note)}'\n`).join("");
  const input = isLong ? `{\n${data.map((text) => `  printf %s '${text}'\n`).join("")}} |\n` : "";
  return `${notes}${input}${parts.join(" \\\n  ")}\n`;
}

function escaped(text: string): string {
  return text.replace(special, utf16Escape).replace(hidden, utf16Escape);
}

/**
 * An address with special characters percent-encoded. cmd expands `%name%` in quotes, too: the two quotes after each `%`,
 * which a POSIX shell drops, begin no variable's name.
 */
function encoded(url: string): string {
  return url
    .replace(special, (character) => (character === "%" ? character : `%${character.charCodeAt(0).toString(16)}`))
    .replaceAll("%", "%''");
}
