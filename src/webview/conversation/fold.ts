import { type Child, element } from "../shared/element.ts";
import type { Surface } from "./conversationSurface.ts";

export interface FoldOptions {
  /** The key under which its state is stored. */
  readonly key: string;
  readonly summary: Child;
  readonly className: string;
  /** Its initial state. */
  readonly open?: boolean;
}

/** A collapsible section. `build` creates its content when it is first expanded. */
export function fold(
  { memory }: Surface,
  { key, summary, className, open = false }: FoldOptions,
  build: () => Child,
): HTMLDetailsElement {
  const head = element("summary", { "data-focus": key }, summary);
  // The style keeps it on one line, whose end may be cut off.
  if (className.startsWith("tool")) head.title = head.textContent;
  const made = element("details", `fold ${className}`, head);
  const show = () => {
    if (made.childElementCount === 1) made.append(element("div", "fold-content", build()));
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
