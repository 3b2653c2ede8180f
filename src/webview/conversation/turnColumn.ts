import { turnHeading } from "../../core/conversation/drawing/turnText.ts";
import type { PageState } from "../../core/conversation/protocol.ts";
import { element } from "../shared/element.ts";
import type { Surface } from "./conversationSurface.ts";
import { TurnView } from "./turnView.ts";
import { Visibility } from "./visibility.ts";

/** The turns in order. Of a new list, only changes are drawn. */
export class TurnColumn {
  readonly element = element("div", "turns");
  readonly #surface: Surface;
  readonly #views = new Map<string, TurnView>();
  readonly #byArticle = new WeakMap<Element, TurnView>();
  readonly #near: Visibility;
  /** Whether the list was complete once: turns that appear later are new. */
  #isComplete = false;

  constructor(surface: Surface, watch: (turnIds: readonly string[]) => void) {
    this.#surface = surface;
    this.#near = new Visibility((article) => this.of(article), watch);
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

  update(state: Pick<PageState, "thread" | "turns" | "failures" | "progress">): void {
    const { thread, turns, failures, progress } = state;
    const gone = new Map(this.#views);
    const added: HTMLElement[] = [];
    let place = this.element.firstElementChild;
    const failureOf = new Map(failures.map((failure) => [failure.turnId, failure]));
    const unique = new Map(turns.map((call) => [call.id, call]));
    for (const [at, call] of [...unique.values()].entries()) {
      const known = this.#views.get(call.id);
      const view = known ?? new TurnView(this.#surface, call, this.#isComplete);
      if (known === undefined) {
        this.#views.set(call.id, view);
        this.#byArticle.set(view.article, view);
        added.push(view.article);
      }
      gone.delete(call.id);
      view.update(
        call,
        turnHeading(thread === null ? null : at + 1, this.#surface.formats),
        failureOf.get(call.id) ?? null,
      );
      if (view.article === place) place = place.nextElementSibling;
      else this.element.insertBefore(view.article, place);
    }
    for (const [id, { article }] of gone) {
      this.#near.forget(article);
      article.remove();
      this.#views.delete(id);
    }
    for (const article of added) this.#near.observe(article);
    this.#isComplete = turns.length > 0 && (this.#isComplete || progress === "complete");
  }
}
