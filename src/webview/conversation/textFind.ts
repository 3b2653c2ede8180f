import {
  type FoundPlace,
  foundPlaces,
  jsonTexts,
  type TurnTexts,
  turnTexts,
} from "../../core/conversation/findText.ts";
import type { PartState, ToPage, TurnDocuments } from "../../core/conversation/protocol.ts";
import { spokenTurn } from "../../core/conversation/spokenTurn.ts";
import { loadedSteps, type TurnStep } from "../../core/conversation/turnSteps.ts";
import { type Call, opName } from "../../core/query/call.ts";

type Steps = Extract<ToPage, { kind: "steps" }>["steps"];

/** The texts of all turns that were loaded, also of those that are not drawn, and the places of a text in them. */
export class TextFind {
  readonly #texts = new Map<string, TurnTexts>();
  /** Turns without messages, which say those of the model calls inside them. */
  readonly #silent = new Map<string, TurnDocuments>();
  readonly #steps = new Map<string, readonly TurnStep<TurnDocuments>[]>();
  readonly #stepTexts = new Map<string, readonly string[]>();
  /** Turns whose documents are too large, or failed. */
  readonly #missing = new Set<string>();
  #places: readonly FoundPlace[] = [];
  #at = 0;

  get count(): number {
    return this.#places.length;
  }

  get at(): number {
    return this.#at;
  }

  get current(): FoundPlace | null {
    return this.#places[this.#at] ?? null;
  }

  keep(turnId: string, state: PartState<TurnDocuments>): void {
    if (state.kind === "shown") this.#read(turnId, state.value);
    else if (state.kind !== "loading") this.#missing.add(turnId);
  }

  keepSteps(turnId: string, given: Steps): void {
    const steps = loadedSteps(given);
    const texts = steps.flatMap(({ call, documents }) => [
      call.displayName ?? opName(call.op),
      ...jsonTexts(documents?.inputs ?? null),
      ...jsonTexts(documents?.output ?? null),
    ]);
    this.#steps.set(turnId, steps);
    this.#stepTexts.set(turnId, texts);
    const silent = this.#silent.get(turnId);
    if (silent !== undefined) this.#read(turnId, silent);
  }

  #read(turnId: string, documents: TurnDocuments): void {
    const { content, isSilent } = spokenTurn({ documents, steps: this.#steps.get(turnId) ?? [] });
    this.#texts.set(turnId, turnTexts(content));
    if (isSilent) this.#silent.set(turnId, documents);
    else this.#silent.delete(turnId);
  }

  /** Those of these turns that can still be loaded. */
  rest(turns: readonly Call[]): readonly string[] {
    return turns.map(({ id }) => id).filter((id) => !this.#texts.has(id) && !this.#missing.has(id));
  }

  /** Searches the turns in this order. The current place stays; at first it is the one at `from` or after it. */
  search(turns: readonly Call[], text: string, from: string | undefined): void {
    const before = this.current;
    const known = turns.flatMap(({ id, exception }) => {
      const texts = this.#texts.get(id);
      return texts === undefined ? [] : [{ id, texts, steps: this.#stepTexts.get(id) ?? [], exception }];
    });
    this.#places = foundPlaces(known, text);
    const order = new Map(turns.map(({ id }, at) => [id, at]));
    const start = order.get(before?.turnId ?? from ?? "") ?? 0;
    const isAfter = ({ turnId, index }: FoundPlace) => {
      const at = order.get(turnId) ?? 0;
      return at > start || (at === start && index >= (before?.index ?? 0));
    };
    this.#at = Math.max(0, this.#places.findIndex(isAfter));
  }

  /** Goes to the next place, or the previous one, and from the last to the first. */
  step(by: 1 | -1): void {
    if (this.count > 0) this.#at = (this.#at + by + this.count) % this.count;
  }

  /** The next search starts where the user is. */
  forget(): void {
    this.#places = [];
    this.#at = 0;
  }
}
