import bash from "@speed-highlight/core/languages/bash.js";
import c from "@speed-highlight/core/languages/c.js";
import css from "@speed-highlight/core/languages/css.js";
import diff from "@speed-highlight/core/languages/diff.js";
import docker from "@speed-highlight/core/languages/docker.js";
import go from "@speed-highlight/core/languages/go.js";
import html from "@speed-highlight/core/languages/html.js";
import ini from "@speed-highlight/core/languages/ini.js";
import java from "@speed-highlight/core/languages/java.js";
import js from "@speed-highlight/core/languages/js.js";
import json from "@speed-highlight/core/languages/json.js";
import py from "@speed-highlight/core/languages/py.js";
import rs from "@speed-highlight/core/languages/rs.js";
import toml from "@speed-highlight/core/languages/toml.js";
import ts from "@speed-highlight/core/languages/ts.js";
import xml from "@speed-highlight/core/languages/xml.js";
import yaml from "@speed-highlight/core/languages/yaml.js";
import type { ShjLanguageData } from "@speed-highlight/core/tokenize";
import { sql } from "./sql.ts";

const grammars: Readonly<Record<string, unknown>> = {
  ...{ bash, c, css, diff, docker, go, html, ini, java, js, json, py, rs, sql, toml, ts, xml, yaml },
};

/** The names by which the highlighter's grammars refer to each other. */
export const languages: Record<string, ShjLanguageData> = Object.fromEntries(
  Object.entries(grammars).filter((entry): entry is [string, ShjLanguageData] => isGrammar(entry[1])),
);

const otherNames: Readonly<Record<string, string>> = {
  ...{ sh: "bash", shell: "bash", zsh: "bash", console: "bash", shellsession: "bash" },
  ...{
    cpp: "c",
    "c++": "c",
    h: "c",
    cc: "c",
    csharp: "java",
    cs: "java",
    kotlin: "java",
    scala: "java",
    swift: "java",
  },
  ...{ scss: "css", less: "css", patch: "diff", dockerfile: "docker", golang: "go", htm: "html", svg: "xml" },
  ...{ javascript: "js", jsx: "js", mjs: "js", cjs: "js", typescript: "ts", tsx: "ts", mts: "ts" },
  ...{ jsonc: "json", json5: "json", jsonl: "json", yml: "yaml", properties: "ini" },
  ...{ python: "py", python3: "py", ipython: "py", pycon: "py", rust: "rs", postgres: "sql", postgresql: "sql" },
};

/** The grammar of a fence's language name; undefined if unknown. */
export function languageOf(name: string): ShjLanguageData | undefined {
  const known = name.toLowerCase();
  const own = Object.hasOwn(otherNames, known) ? (otherNames[known] ?? known) : known;
  return Object.hasOwn(languages, own) ? languages[own] : undefined;
}

/** The grammars' types allow undefined properties, which the tokenizer's parameter type does not. */
function isGrammar(value: unknown): value is ShjLanguageData {
  return typeof value === "object" && value !== null;
}
