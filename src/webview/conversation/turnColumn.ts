import type { Call } from "../../core/calls/call.ts";
import { element } from "../shared/element.ts";
import { Nearness } from "./nearness.ts";
import type { Surface } from "./surface.ts";
import { TurnView } from "./turnView.ts";

/** The turns in order. Of a new list, only changes are drawn. */
export class TurnColumn {
  readonly element = element("div", "turns");
  readonly #surface: Surface;
  readonly #views = new Map<string, TurnView>();
  readonly #byArticle = new WeakMap<Element, TurnView>();
  readonly #near: Nearness;

  constructor(surface: Surface) {
    this.#surface = surface;
    this.#near = new Nearness(
      (article) => this.of(article),
      (turnIds) => surface.post({ kind: "watch", turnIds }),
    );
  }

  get(turnId: string | undefined): TurnView | undefined {
    return turnId === undefined ? undefined : this.#views.get(turnId);
  }

  of(article: Element | null | undefined): TurnView | undefined {
    return article ? this.#byArticle.get(article) : undefined;
  }

  [Symbol.iterator](): Iterator<TurnView> {
    return this.#views.values();
  }

  update(turns: readonly Call[]): void {
    const gone = new Map(this.#views);
    const added: HTMLElement[] = [];
    let place = this.element.firstElementChild;
    const unique = new Map(turns.map((call) => [call.id, call]));
    for (const [at, call] of [...unique.values()].entries()) {
      const known = this.#views.get(call.id);
      const view = known ?? new TurnView(this.#surface, call);
      if (known === undefined) {
        this.#views.set(call.id, view);
        this.#byArticle.set(view.article, view);
        added.push(view.article);
      }
      gone.delete(call.id);
      view.update(call, at + 1);
      if (view.article === place) place = place.nextElementSibling;
      else this.element.insertBefore(view.article, place);
    }
    for (const [id, { article }] of gone) {
      this.#near.forget(article);
      article.remove();
      this.#views.delete(id);
    }
    for (const article of added) this.#near.observe(article);
  }
}
