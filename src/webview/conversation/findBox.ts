import * as l10n from "@vscode/l10n";
import { foundText, searchingText } from "../../core/conversation/findText.ts";
import type { Formats } from "../../core/text/format.ts";
import { button, element, setText } from "../shared/element.ts";

interface FindBoxOptions {
  readonly formats: Formats;
  readonly onText: (text: string) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onRest: () => void;
  readonly onClose: () => void;
}

interface Found {
  readonly at: number;
  readonly count: number;
  /** Whether there are turns that are not loaded. */
  readonly rest: boolean;
  readonly progress: { readonly done: number; readonly all: number } | null;
}

/** The find box of the page, in which keys do not move through the turns. */
export class FindBox {
  readonly element: HTMLElement;
  readonly #options: FindBoxOptions;
  readonly #input = element("input", {
    type: "text",
    "aria-label": l10n.t("Find in page"),
    spellcheck: "false",
  });
  readonly #count = element("span", { class: "find-count", role: "status" });
  readonly #rest: HTMLButtonElement;
  /** What had the focus before. */
  #before: Element | null = null;

  constructor(options: FindBoxOptions) {
    const { onStep, onRest, onText } = options;
    this.#options = options;
    this.#input.placeholder = l10n.t("Find");
    this.#rest = button(l10n.t("Load and search the rest"), { class: "link find-rest" }, onRest);
    const tool = (sign: string, title: string, press: () => void) =>
      button(sign, { class: "quiet", title, "aria-label": title }, press);
    this.element = element(
      "div",
      { class: "find-box", role: "search", hidden: true },
      this.#input,
      this.#count,
      tool("↑", l10n.t("Previous Match"), () => onStep(-1)),
      tool("↓", l10n.t("Next Match"), () => onStep(1)),
      tool("✕", l10n.t("Close"), () => this.close()),
      this.#rest,
    );
    this.#input.addEventListener("input", () => onText(this.#input.value));
    this.element.addEventListener("keydown", (event) => {
      if (isFindKey(event)) return;
      event.stopPropagation();
      if (event.key === "Escape") this.close();
      else if (event.key === "Enter" && event.target === this.#input) onStep(event.shiftKey ? -1 : 1);
      else return;
      event.preventDefault();
    });
    window.addEventListener("keydown", (event) => {
      if (isFindKey(event)) this.open();
      else if (event.key === "Escape" && !this.element.hidden) this.close();
      else return;
      event.preventDefault();
    });
  }

  get text(): string {
    return this.element.hidden ? "" : this.#input.value;
  }

  /** With the selected text, if it is on one line. */
  open(): void {
    const selected = getSelection()?.toString().trim() ?? "";
    if (this.element.hidden) this.#before = document.activeElement;
    this.element.hidden = false;
    if (selected !== "" && !selected.includes("\n") && document.activeElement !== this.#input)
      this.#input.value = selected;
    this.#input.focus();
    this.#input.select();
    this.#options.onText(this.#input.value);
  }

  close(): void {
    this.element.hidden = true;
    this.#options.onClose();
    if (this.#before instanceof HTMLElement) this.#before.focus({ preventScroll: true });
  }

  show({ at, count, rest, progress }: Found): void {
    const { formats } = this.#options;
    setText(this.#count, this.#input.value.trim() === "" ? "" : foundText(at, count, formats));
    this.#rest.hidden = !rest && progress === null;
    this.#rest.disabled = progress !== null;
    const loading = progress && searchingText(progress.done, progress.all, formats);
    setText(this.#rest, loading ?? l10n.t("Load and search the rest"));
  }
}

function isFindKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "f" && (ctrlKey || metaKey) && !altKey && !shiftKey;
}
