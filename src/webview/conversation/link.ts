import { visibleText } from "../../core/text/visibleText.ts";
import { element } from "../shared/element.ts";
import type { Surface } from "./surface.ts";

/**
 * A link that only sends its URL to the extension: without an `href`, neither this page nor VS Code's
 * link handling can follow it.
 */
export function link(surface: Surface, address: string, children: readonly (Node | string)[]): HTMLElement {
  const made = element("a", { role: "link", tabindex: "0", title: visibleText(address) }, ...children);
  const tell = () => surface.post({ kind: "link", address });
  made.addEventListener("click", tell);
  made.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") tell();
  });
  return made;
}
