import type { FromPage, PageMemory } from "../../core/conversation/protocol.ts";
import type { Formats } from "../../core/text/format.ts";
import { type EditorApi, isRecord } from "../shared/editor.ts";
import type { AttemptLists } from "./attemptLists.ts";
import type { SourceLinks } from "./sourceLinks.ts";

/** The context that every part of the page draws with. */
export interface Surface {
  readonly formats: Formats;
  readonly memory: ConversationMemory;
  post(message: FromPage): void;
  readonly sources: SourceLinks;
  readonly attempts: AttemptLists;
  /** Brings a call into view: expands the calls of its turn and marks its row. */
  reveal(turnId: string, callId: string): void;
  /** Milliseconds since the epoch by the extension's clock. */
  now(): number;
}

/** Maximum number of stored sections, most recently changed last. */
const mostFolds = 1000;

/** The scroll position and the toggled sections, kept by VS Code while the tab is hidden and over a reload. */
export class ConversationMemory {
  readonly #api: Pick<EditorApi<unknown>, "setState">;
  readonly #toggled: Set<string>;
  #at: PageMemory["at"];

  constructor(api: Pick<EditorApi<unknown>, "getState" | "setState">) {
    const state = api.getState();
    const { at, toggled } = isRecord(state) ? state : {};
    this.#api = api;
    this.#at = isPlace(at) ? at : null;
    this.#toggled = new Set(Array.isArray(toggled) ? toggled.filter((key) => typeof key === "string") : []);
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

function isPlace(value: unknown): value is NonNullable<PageMemory["at"]> {
  return isRecord(value) && typeof value.turnId === "string" && typeof value.offset === "number";
}

/** Whether two states from the extension are equal: each contains all turns, most of them unchanged. */
export function isSame(one: unknown, other: unknown): boolean {
  try {
    return one === other || JSON.stringify(one) === JSON.stringify(other);
  } catch {
    // Nested deeper than `JSON.stringify` supports.
    return false;
  }
}
