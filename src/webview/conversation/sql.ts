import type { ShjGrammar } from "@speed-highlight/core/tokenize";

const keywords =
  "add all alter and any as asc begin between by cascade case check commit constraint create cross database default delete desc distinct drop else end except exists explain false foreign from full function grant group having if in index inner insert intersect interval into is join key lateral left like limit not null offset on or order outer over partition primary references returning right rollback row rows select set table then to transaction trigger true truncate union unique update using values view when where window with";

/** SQL by its common keywords: the highlighter's own grammar lists those of every dialect. */
export const sql: ShjGrammar = [
  { type: "cmnt", match: /--.*|\/\*[\s\S]*?(?:\*\/|$)/g },
  { type: "str", match: /'(?:''|[^'])*'?/g },
  { expand: "num" },
  { type: "kwd", match: new RegExp(`\\b(?:${keywords.replaceAll(" ", "|")})\\b`, "gi") },
  { type: "func", match: /\b\w+(?=\()/g },
  { type: "oper", match: /[-+*/%<>=!|&^]+/g },
];
