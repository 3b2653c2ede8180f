import * as l10n from "@vscode/l10n";
import type { ChartName } from "../../../core/overview/protocol.ts";
import { button, element } from "../../shared/element.ts";
import type { Surface } from "../surface.ts";
import type { Scene } from "./scene.ts";
import { scenePng, sceneSvg } from "./sceneFile.ts";

/** A chart's section of the page: its title, tools, canvas and texts. */
export interface ChartFrame {
  readonly section: HTMLElement;
  /** The element that the chart is drawn in and that handles keys. */
  readonly host: HTMLElement;
  /** The titles of an exported image. */
  titles(): readonly [title: string, subtitle: string];
  /** What the chart covers, for screen readers and exported images. */
  describe(text: string): void;
  /** Describes what cannot be drawn; empty for nothing. */
  tell(note: string): void;
  /** Announces a text to screen readers. */
  say(text: string): void;
}

export interface FrameOptions {
  readonly title: string;
  /** The description of the keyboard controls. */
  readonly keys: string;
  /** The description of the mouse controls; empty if none is needed. */
  readonly hint: string;
  readonly tools: readonly Node[];
  /** The legend under the title of an exported image. */
  legend(): string;
}

interface Drawn {
  /** The chart as an image; for an SVG, with marks as paths. */
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
    // An empty image makes the extension report that the export failed.
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
