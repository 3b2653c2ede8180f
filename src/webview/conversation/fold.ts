import { element } from "../shared/element.ts";
import type { Memory } from "./memory.ts";

export interface FoldOptions {
  /** The key under which its state is stored. */
  readonly key: string;
  readonly summary: readonly (Node | string)[];
  readonly className: string;
  /** Its initial state. */
  readonly open?: boolean;
}

/** A collapsible section. `build` creates its content when it is first expanded. */
export function fold(
  memory: Memory,
  { key, summary, className, open = false }: FoldOptions,
  build: () => readonly (Node | string)[],
): HTMLDetailsElement {
  const head = element("summary", { "data-focus": key }, ...summary);
  const made = element("details", { class: `fold ${className}` }, head);
  let built = false;
  const show = () => {
    if (built) return;
    built = true;
    made.append(element("div", { class: "fold-content" }, ...build()));
  };
  made.addEventListener("toggle", () => {
    memory.toggle(key, made.open !== open);
    if (made.open) show();
  });
  if (memory.toggled(key) !== open) {
    show();
    made.open = true;
  }
  return made;
}
