import type { PageMemory } from "../../core/conversation/protocol.ts";
import type { EditorApi } from "../shared/editor.ts";

/** Maximum number of stored sections, most recently changed last. */
const mostFolds = 1000;

/** The scroll position and the toggled sections, kept by VS Code while the tab is hidden and over a reload. */
export class Memory {
  readonly #api: Pick<EditorApi<unknown>, "setState">;
  readonly #toggled: Set<string>;
  #at: PageMemory["at"];

  constructor(api: Pick<EditorApi<unknown>, "getState" | "setState">) {
    this.#api = api;
    const { at, toggled } = remembered(api.getState());
    this.#at = at;
    this.#toggled = new Set(toggled);
  }

  get at(): PageMemory["at"] {
    return this.#at;
  }

  set at(at: PageMemory["at"]) {
    if (at?.turnId === this.#at?.turnId && at?.offset === this.#at?.offset) return;
    this.#at = at;
    this.#keep();
  }

  /** Whether the section of this key differs from its initial state. */
  toggled(key: string): boolean {
    return this.#toggled.has(key);
  }

  toggle(key: string, toggled: boolean): void {
    if (toggled === this.#toggled.has(key)) return;
    this.#toggled.delete(key);
    if (toggled) this.#toggled.add(key);
    const [oldest] = this.#toggled;
    if (this.#toggled.size > mostFolds && oldest !== undefined) this.#toggled.delete(oldest);
    this.#keep();
  }

  #keep(): void {
    this.#api.setState({ at: this.#at, toggled: [...this.#toggled] } satisfies PageMemory);
  }
}

/** State stored by an earlier page, of any version. */
function remembered(state: unknown): PageMemory {
  const { at, toggled } = isRecord(state) ? state : {};
  return { at: isPlace(at) ? at : null, toggled: Array.isArray(toggled) ? toggled.filter(isString) : [] };
}

function isPlace(value: unknown): value is NonNullable<PageMemory["at"]> {
  return isRecord(value) && isString(value.turnId) && typeof value.offset === "number";
}

const isString = (value: unknown): value is string => typeof value === "string";

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
