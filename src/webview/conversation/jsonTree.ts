import * as l10n from "@vscode/l10n";
import { jsonPreview } from "../../core/conversation/drawing/jsonPreview.ts";
import { sizeText } from "../../core/conversation/drawing/turnText.ts";
import { type Container, isList, isNested, type Json } from "../../core/text/json.ts";
import { visibleLines, visibleText } from "../../core/text/visibleText.ts";
import { button, element } from "../shared/element.ts";
import type { Surface } from "./conversationSurface.ts";
import { fold } from "./fold.ts";
import { documentButton, longText, type Source } from "./longText.ts";

export interface TreePlace {
  /** Its key in the page. */
  readonly key: string;
  readonly source: Source;
}

/** Entries that are created at a time. */
const chunk = 100;

/** A value as a collapsible tree, with the top level expanded. Content is created when it is first expanded. */
export function jsonTree(surface: Surface, value: Json, place: TreePlace): HTMLElement {
  const copy = button(l10n.t("Copy"), "quiet", () => {
    const text = jsonText(value);
    surface.post(text === undefined ? { kind: "open", ...place.source } : { kind: "copy", text });
  });
  const bar = element("div", "json-bar", copy, documentButton(surface, place.source));
  const content = isNested(value) ? members(surface, value, place) : scalar(surface, value, place);
  return element("div", { class: "json", dir: "ltr" }, bar, content);
}

function members(surface: Surface, value: Container, { key, source }: TreePlace): readonly Node[] {
  const names = isList(value) ? null : Object.keys(value);
  const count = isList(value) ? value.length : Object.keys(value).length;
  if (count === 0) return [element("div", "json-row", bracketed(value, ""))];
  const row = (at: number): Node => {
    const name = names?.[at] ?? String(at);
    const label = element("span", names === null ? "json-index" : "json-key", visibleText(name));
    return branch(surface, label, (isList(value) ? value[at] : value[name]) ?? null, { key: `${key}/${at}`, source });
  };
  const rows = (from: number): readonly Node[] => {
    const to = Math.min(from + chunk, count);
    const made = Array.from({ length: to - from }, (_, at) => row(from + at));
    if (to === count) return made;
    const next = surface.formats.exact(Math.min(chunk, count - to));
    const more: HTMLButtonElement = button(l10n.t("Show {0} more", next), "cut", () => {
      const added = rows(to);
      more.replaceWith(...added);
      const [first] = added;
      if (first instanceof HTMLElement) (first.querySelector<HTMLElement>("summary, button") ?? first).focus();
    });
    return [...made, more];
  };
  return rows(0);
}

function branch(surface: Surface, label: HTMLElement, value: Json, place: TreePlace): HTMLElement {
  if (!isNested(value)) {
    return element("div", { class: "json-row", tabindex: "-1" }, label, ": ", scalar(surface, value, place));
  }
  const preview = jsonPreview(value, 60);
  if (preview === "") return element("div", "json-row", label, ": ", bracketed(value, ""));
  const size = isList(value)
    ? sizeText("list", value.length, surface.formats)
    : sizeText("object", Object.keys(value).length, surface.formats);
  const shown = element("span", "json-preview", bracketed(value, ` ${preview} `));
  const summary = [label, ": ", shown, " ", element("span", "json-count", size)];
  return fold(surface, { key: place.key, summary, className: "json-fold" }, () => members(surface, value, place));
}

function bracketed(value: Container, content: string): string {
  return isList(value) ? `[${content}]` : `{${content}}`;
}

function scalar(surface: Surface, value: Json, { key, source }: TreePlace): Node {
  if (typeof value !== "string") return element("span", "token bool", String(value));
  return longText(surface, { text: value, key, source, most: 600, mostLines: 12 }, (text) =>
    element("span", "token str json-text", `"${visibleLines(text)}"`),
  );
}

/** Undefined if it is nested deeper than `JSON.stringify` supports. */
function jsonText(value: Json): string | undefined {
  try {
    return JSON.stringify(value, null, 2);
  } catch {
    return undefined;
  }
}
