import { tokenizeWith } from "@speed-highlight/core/tokenize";
import * as l10n from "@vscode/l10n";
import { copiedText } from "../../core/conversation/drawing/turnText.ts";
import { visibleLines } from "../../core/text/visibleText.ts";
import { button, element } from "../shared/element.ts";
import { languageOf, languages } from "./languages.ts";
import type { Surface } from "./surface.ts";

/** Longer code is shown in one color: tokenizing takes time. */
const mostColored = 30_000;

/** Code as a block with the name of its language, if any, and a button that copies the original text. */
export function codeBlock(surface: Surface, { code, language }: { code: string; language: string }): HTMLElement {
  const visible = visibleLines(code);
  const copy: HTMLButtonElement = button(l10n.t("Copy"), { class: "quiet" }, () => {
    surface.post({ kind: "copy", text: code });
    copy.textContent = copiedText(code);
    setTimeout(() => {
      copy.textContent = l10n.t("Copy");
    }, 3000);
  });
  return element(
    "div",
    { class: "code" },
    element("div", { class: "code-bar" }, element("span", {}, language), copy),
    element("pre", { dir: "ltr" }, coloredCode(visible, language)),
  );
}

function coloredCode(code: string, language: string): HTMLElement {
  const made = element("code");
  const grammar = code.length <= mostColored ? languageOf(language) : undefined;
  if (grammar === undefined) made.append(code);
  else {
    const add = (text: string, token?: string) => {
      if (text !== "") made.append(token === undefined ? text : element("span", { class: `token ${token}` }, text));
    };
    tokenizeWith(code, grammar, add, { languages });
  }
  return made;
}
