import * as l10n from "@vscode/l10n";
import { copiedText } from "../../core/conversation/drawing/turnText.ts";
import { button } from "../shared/element.ts";
import type { Surface } from "./conversationSurface.ts";

/** A button that copies a message or a turn as Markdown, shown on hover and focus. */
export function markdownCopy(surface: Surface, key: string, text: () => string): HTMLButtonElement {
  const copy = copyButton(surface, "copy on-hover", text);
  copy.title = l10n.t("Copy as Markdown");
  copy.dataset.focus = `${key}/copy`;
  return copy;
}

/** A button that copies a text, and says so for a moment. Its label is not part of the page's text. */
export function copyButton({ post }: Surface, className: string, text: () => string): HTMLButtonElement {
  const copy: HTMLButtonElement = button("", className, () => {
    const copied = text();
    post({ kind: "copy", text: copied });
    copy.ariaLabel = copiedText(copied);
    setTimeout(() => {
      copy.ariaLabel = l10n.t("Copy");
    }, 3000);
  });
  copy.ariaLabel = l10n.t("Copy");
  return copy;
}
