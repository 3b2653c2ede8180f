import * as l10n from "@vscode/l10n";
import { jsonPreview } from "../../core/conversation/drawing/jsonPreview.ts";
import { sizeText } from "../../core/conversation/drawing/turnText.ts";
import { type Container, isContainer, isList, type Json } from "../../core/json.ts";
import { visibleLines, visibleText } from "../../core/text/visibleText.ts";
import { button, element } from "../shared/element.ts";
import { fold } from "./fold.ts";
import { documentButton, longText, type Source } from "./longText.ts";
import type { Surface } from "./surface.ts";

export interface TreePlace {
  /** Its key in the page. */
  readonly key: string;
  readonly source: Source;
}

/** Entries that are created at a time. */
const chunk = 100;

/** A value as a collapsible tree, with the top level expanded. Content is created when it is first expanded. */
export function jsonTree(surface: Surface, value: Json, { key, source }: TreePlace): HTMLElement {
  const copy = button(l10n.t("Copy"), { class: "quiet" }, () => {
    const text = jsonText(value);
    surface.post(text === undefined ? { kind: "open", ...source } : { kind: "copy", text });
  });
  return element(
    "div",
    { class: "json", dir: "ltr" },
    element("div", { class: "json-bar" }, copy, documentButton(surface, source)),
    ...(isContainer(value) ? children(surface, value, { key, source }) : [scalar(surface, value, { key, source })]),
  );
}

function children(surface: Surface, value: Container, { key, source }: TreePlace): readonly Node[] {
  const names = isList(value) ? null : Object.keys(value);
  const count = isList(value) ? value.length : (names?.length ?? 0);
  if (count === 0) return [element("div", { class: "json-row" }, isList(value) ? "[]" : "{}")];
  const row = (at: number): Node => {
    const name = names === null ? String(at) : (names[at] ?? "");
    const member = isList(value) ? value[at] : value[name];
    return branch(surface, { name, isKey: names !== null }, member ?? null, { key: `${key}/${at}`, source });
  };
  const rows = (from: number): readonly Node[] => {
    const to = Math.min(from + chunk, count);
    const made = Array.from({ length: to - from }, (_, at) => row(from + at));
    if (to === count) return made;
    const next = surface.formats.exact(Math.min(chunk, count - to));
    const more: HTMLButtonElement = button(l10n.t("Show {0} more", next), { class: "cut" }, () => {
      const added = rows(to);
      more.replaceWith(...added);
      const [first] = added;
      if (first instanceof HTMLElement) (first.querySelector<HTMLElement>("summary, button") ?? first).focus();
    });
    return [...made, more];
  };
  return rows(0);
}

function branch(
  surface: Surface,
  { name, isKey }: { readonly name: string; readonly isKey: boolean },
  value: Json,
  place: TreePlace,
): HTMLElement {
  const label = element("span", { class: isKey ? "json-key" : "json-index" }, visibleText(name));
  if (!isContainer(value)) {
    return element("div", { class: "json-row", tabindex: "-1" }, label, ": ", scalar(surface, value, place));
  }
  const preview = jsonPreview(value, 60);
  if (preview === "") return element("div", { class: "json-row" }, label, ": ", isList(value) ? "[]" : "{}");
  const summary = [
    label,
    ": ",
    element("span", { class: "json-preview" }, isList(value) ? `[ ${preview} ]` : `{ ${preview} }`),
    " ",
    element("span", { class: "json-count" }, countText(surface, value)),
  ];
  return fold(surface.memory, { key: place.key, summary, className: "json-fold" }, () =>
    children(surface, value, place),
  );
}

function countText({ formats }: Surface, value: Container): string {
  return isList(value)
    ? sizeText("list", value.length, formats)
    : sizeText("object", Object.keys(value).length, formats);
}

function scalar(surface: Surface, value: Json, { key, source }: TreePlace): Node {
  if (typeof value !== "string") return element("span", { class: "token bool" }, String(value));
  return longText(surface, { text: value, key, source, most: 600, mostLines: 12 }, (text) =>
    element("span", { class: "token str json-text" }, `"${visibleLines(text)}"`),
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
