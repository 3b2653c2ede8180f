import type { Call } from "../../core/calls/call.ts";
import { element } from "../shared/element.ts";
import type { Surface } from "./surface.ts";
import { TurnView } from "./turnView.ts";

/** The turns in order. Of a new list, only changes are drawn. */
export class TurnColumn {
  readonly element = element("div", { class: "turns" });
  readonly #surface: Surface;
  readonly #views = new Map<string, TurnView>();
  readonly #byArticle = new WeakMap<Element, TurnView>();
  readonly #observe: (article: HTMLElement) => void;
  readonly #forget: (article: HTMLElement) => void;

  /** `observe` is called for each added turn, `forget` for each removed one. */
  constructor(surface: Surface, { observe, forget }: Record<"observe" | "forget", (article: HTMLElement) => void>) {
    this.#surface = surface;
    this.#observe = observe;
    this.#forget = forget;
  }

  get(turnId: string): TurnView | undefined {
    return this.#views.get(turnId);
  }

  of(article: Element | null): TurnView | undefined {
    return article === null ? undefined : this.#byArticle.get(article);
  }

  [Symbol.iterator](): Iterator<TurnView> {
    return this.#views.values();
  }

  update(turns: readonly Call[]): void {
    const gone = new Set(this.#views.keys());
    const added: HTMLElement[] = [];
    let place = this.element.firstElementChild;
    const unique = new Map(turns.map((call) => [call.id, call]));
    for (const [at, call] of [...unique.values()].entries()) {
      const known = this.#views.get(call.id);
      const view = known ?? this.#add(call);
      gone.delete(call.id);
      view.update(call, at + 1);
      if (view.article === place) place = place.nextElementSibling;
      else this.element.insertBefore(view.article, place);
      if (known === undefined) added.push(view.article);
    }
    for (const id of gone) this.#remove(id);
    for (const article of added) this.#observe(article);
  }

  #add(call: Call): TurnView {
    const view = new TurnView(this.#surface, call);
    this.#views.set(call.id, view);
    this.#byArticle.set(view.article, view);
    return view;
  }

  #remove(id: string): void {
    const view = this.#views.get(id);
    if (view === undefined) return;
    this.#forget(view.article);
    view.article.remove();
    this.#views.delete(id);
  }
}
