import { element } from "../shared/element.ts";
import type { Memory } from "./memory.ts";

export interface FoldOptions {
  /** Its place in the page, by which it is remembered. */
  readonly key: string;
  readonly summary: readonly (Node | string)[];
  readonly className: string;
  /** How it is until a person changes it. */
  readonly open?: boolean;
}

/** What can be unfolded. `build` makes its content when it is first open. */
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
