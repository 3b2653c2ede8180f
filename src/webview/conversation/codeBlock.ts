import bash from "@speed-highlight/core/languages/bash.js";
import c from "@speed-highlight/core/languages/c.js";
import css from "@speed-highlight/core/languages/css.js";
import diff from "@speed-highlight/core/languages/diff.js";
import docker from "@speed-highlight/core/languages/docker.js";
import go from "@speed-highlight/core/languages/go.js";
import ini from "@speed-highlight/core/languages/ini.js";
import java from "@speed-highlight/core/languages/java.js";
import js from "@speed-highlight/core/languages/js.js";
import json from "@speed-highlight/core/languages/json.js";
import py from "@speed-highlight/core/languages/py.js";
import rs from "@speed-highlight/core/languages/rs.js";
import toml from "@speed-highlight/core/languages/toml.js";
import ts from "@speed-highlight/core/languages/ts.js";
import yaml from "@speed-highlight/core/languages/yaml.js";
import { type ShjGrammar, type ShjLanguageData, tokenizeWith } from "@speed-highlight/core/tokenize";
import { visibleLines } from "../../core/text/visibleText.ts";
import { element } from "../shared/element.ts";
import type { Surface } from "./conversationSurface.ts";
import { copyButton } from "./copyButton.ts";

/**
 * Longer code is shown in one color, and code with a longer line, gap or word: the grammars take up to the fourth power of
 * its length, and nothing can interrupt them. What is left takes at most about 100 ms.
 */
const mostColored = 8000;
const tooLong = /[^\n]{500}|\s{100}|[\w$-]{200}/;
/** Maximum milliseconds of tokenizing in a page; later code is shown in one color. */
const mostTime = 1000;
let timeSpent = 0;

/** Code as a block with the name of its language, if any, and a button that copies the original text. */
export function codeBlock(surface: Surface, code: string, language: string): HTMLElement {
  const copy = copyButton(surface, "quiet copy", () => code);
  const shown = element("code", {}, visibleLines(code));
  // The text is drawn first. A page that draws nothing else may not become idle for minutes.
  requestIdleCallback(() => color(shown, language), { timeout: 500 });
  const bar = element("div", "code-bar", element("span", {}, language), copy);
  return element("div", "code", bar, element("pre", { dir: "ltr" }, shown));
}

function color(shown: HTMLElement, language: string): void {
  const known = language.toLowerCase();
  const name = Object.hasOwn(otherNames, known) ? otherNames[known] : known;
  const grammar = name !== undefined && Object.hasOwn(languages, name) ? languages[name] : undefined;
  const code = shown.textContent;
  const isCostly = code.length > mostColored || tooLong.test(code);
  if (grammar === undefined || isCostly || timeSpent >= mostTime || !shown.isConnected) return;
  const begun = performance.now();
  const colored: (Node | string)[] = [];
  const add = (text: string, token?: string) => {
    if (text !== "") colored.push(token === undefined ? text : element("span", `token ${token}`, text));
  };
  tokenizeWith(code, grammar, add, { languages });
  shown.replaceChildren(...colored);
  timeSpent += performance.now() - begun;
}

const sqlKeywords =
  "add all alter and any as asc begin between by cascade case check commit constraint create cross database default delete desc distinct drop else end except exists explain false foreign from full function grant group having if in index inner insert intersect interval into is join key lateral left like limit not null offset on or order outer over partition primary references returning right rollback row rows select set table then to transaction trigger true truncate union unique update using values view when where window with";

/** SQL by its common keywords: the highlighter's own grammar lists those of every dialect. */
const sql: ShjGrammar = [
  { type: "cmnt", match: /--.*|\/\*[\s\S]*?(?:\*\/|$)/g },
  { type: "str", match: /'(?:''|[^'])*'?/g },
  { expand: "num" },
  { type: "kwd", match: new RegExp(`\\b(?:${sqlKeywords.replaceAll(" ", "|")})\\b`, "gi") },
  { type: "func", match: /\b\w+(?=\()/g },
  { type: "oper", match: /[-+*/%<>=!|&^]+/g },
];

/** Markup by its tags: the highlighter's own grammars take exponential time for one that is not closed. */
const markup: ShjGrammar = [
  { type: "cmnt", match: /<!--[\s\S]*?(?:-->|$)/g },
  {
    match: /<[/!?]?[a-z](?:"[^"]*"|'[^']*'|[^"'<>])*>?/gi,
    sub: [
      { type: "str", match: /"[^"]*"|'[^']*'/g },
      { type: "var", match: /^<[/!?]?[^\s/>]+|[/?]?>$/g },
      { type: "class", match: /[^\s=]+/g },
    ],
  },
  { type: "var", match: /&#?\w{1,8};/g },
];

const grammars: Readonly<Record<string, unknown>> = {
  ...{ bash, c, css, diff, docker, go, ini, java, js, json, markup, py, rs, sql, toml, ts, yaml },
};

/** The names by which the highlighter's grammars refer to each other. */
const languages: Record<string, ShjLanguageData> = Object.fromEntries(
  Object.entries(grammars).filter((entry): entry is [string, ShjLanguageData] => isGrammar(entry[1])),
);

/** The grammars' types allow undefined properties, which the tokenizer's parameter type does not. */
function isGrammar(value: unknown): value is ShjLanguageData {
  return typeof value === "object" && value !== null;
}

/** Names of a fence's language by the grammar that colors it. */
const otherNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    bash: "sh shell zsh console shellsession",
    c: "cpp c++ h cc",
    css: "scss less",
    diff: "patch",
    docker: "dockerfile",
    go: "golang",
    ini: "properties",
    java: "csharp cs kotlin scala swift",
    js: "javascript jsx mjs cjs",
    json: "jsonc json5 jsonl",
    markup: "html htm xml svg",
    py: "python python3 ipython pycon",
    rs: "rust",
    sql: "postgres postgresql",
    ts: "typescript tsx mts",
    yaml: "yml",
  }).flatMap(([grammar, names]) => names.split(" ").map((name) => [name, grammar])),
);
