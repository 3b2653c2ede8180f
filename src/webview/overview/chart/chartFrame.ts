import * as l10n from "@vscode/l10n";
import type { ChartName } from "../../../core/overview/page.ts";
import { button, element } from "../../shared/element.ts";
import type { Surface } from "../surface.ts";
import type { Scene } from "./scene.ts";
import { scenePng, sceneSvg } from "./sceneFile.ts";

/** A chart's section of the page: its name, its tools, the place that it is drawn in, and what is said about it. */
export interface ChartFrame {
  readonly section: HTMLElement;
  /** Where the chart is drawn, and the keys go. */
  readonly host: HTMLElement;
  /** Of a picture of the chart: its name, and what it is of. */
  titles(): readonly [title: string, subtitle: string];
  /** What the chart is of, for screen readers and pictures. */
  describe(text: string): void;
  /** What cannot be drawn; nothing where that is empty. */
  tell(note: string): void;
  /** To screen readers. */
  say(text: string): void;
}

export interface FrameOptions {
  readonly title: string;
  /** What the keyboard does in it. */
  readonly keys: string;
  /** What the mouse does in it; empty where that needs no words. */
  readonly hint: string;
  readonly tools: readonly Node[];
  /** What stands for what, under the title of a picture. */
  legend(): string;
}

interface Drawn {
  /** The chart as a picture; with marks as paths where it is for an SVG. */
  scene(format: "svg" | "png"): Scene;
}

export function chartFrame(
  { post }: Surface,
  name: ChartName,
  { title, keys, hint, tools, legend, scene }: FrameOptions & Drawn,
): ChartFrame {
  const help = element("p", { id: `${name}-keys`, class: "unseen" }, keys);
  const heading = element("h2", { id: `${name}-title` }, title);
  const host = element("div", {
    class: "plot",
    role: "application",
    tabindex: "0",
    "aria-label": title,
    "aria-describedby": help.id,
  });
  const save = async (format: "svg" | "png") => {
    // Of an empty picture the editor says that it could not be drawn.
    const content = format === "svg" ? sceneSvg(scene(format)) : await scenePng(scene(format)).catch(() => "");
    post({ kind: "export", what: { kind: "chart", chart: name, format, content } });
  };
  const exports = (["svg", "png"] as const).map((format) => {
    const words = l10n.t("Save “{0}” as {1}", title, format.toUpperCase());
    const options = { class: "quiet export", title: words, "aria-label": words };
    return button(format.toUpperCase(), options, () => void save(format));
  });
  const live = element("p", { class: "unseen", role: "status" });
  const note = element("p", { class: "note", hidden: true });
  const all = element("div", { class: "tools" }, ...tools, element("span", { class: "exports" }, ...exports));
  const head = element("header", { class: "chart-head" }, heading, all);
  const parts = [head, host, note, help, live, ...(hint === "" ? [] : [element("p", { class: "hint" }, hint)])];
  const section = element("section", { class: "chart", "data-chart": name, "aria-labelledby": heading.id }, ...parts);
  let described = "";
  return {
    section,
    host,
    titles: () => [title, [described, legend()].filter((part) => part !== "").join(" · ")],
    describe: (text) => {
      described = text;
      host.setAttribute("aria-label", `${title}, ${text}`);
    },
    tell: (text) => {
      note.hidden = text === "";
      note.textContent = text;
    },
    say: (text) => {
      live.textContent = text;
    },
  };
}
