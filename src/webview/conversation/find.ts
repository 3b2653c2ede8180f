import type { ToPage } from "../../core/conversation/protocol.ts";
import type { Call } from "../../core/query/call.ts";
import type { Surface } from "./conversationSurface.ts";
import { FindBox } from "./findBox.ts";
import { FindMarks } from "./findMarks.ts";
import type { ScrollPosition } from "./scrollPosition.ts";
import { TextFind } from "./textFind.ts";
import type { TurnColumn } from "./turnColumn.ts";
import type { WatchedTurns } from "./watchedTurns.ts";

interface FindOptions {
  readonly turns: TurnColumn;
  readonly watched: WatchedTurns;
  readonly place: ScrollPosition;
  /** All turns, in order. */
  readonly calls: () => readonly Call[];
}

/** Finds a text in all loaded turns. */
export class Find {
  readonly box: FindBox;
  readonly #options: FindOptions;
  readonly #texts = new TextFind();
  readonly #marks: FindMarks;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor({ formats }: Surface, options: FindOptions) {
    this.#options = options;
    this.#marks = new FindMarks(options.turns, () => options.place.settle());
    this.box = new FindBox({
      formats,
      onText: () => this.#search(),
      onStep: (by) => {
        this.#texts.step(by);
        this.#go();
      },
      onRest: () => {
        options.watched.load(this.#texts.rest(options.calls()));
        this.#notify();
      },
      onClose: () => {
        this.#texts.forget();
        options.watched.load([]);
        this.#marks.show("", null);
      },
    });
  }

  receive(message: Extract<ToPage, { kind: "documents" | "steps" }>): void {
    const { turnId } = message;
    if (message.kind === "steps") this.#texts.keepSteps(turnId, message.steps);
    else {
      this.#texts.keep(turnId, message.state);
      if (message.state.kind !== "loading") this.#options.watched.arrived(turnId);
    }
    // Many arrive together.
    if (!this.box.element.hidden) this.#timer ??= setTimeout(() => this.#renew(), 100);
  }

  /** What has arrived is counted; the page stays where it is. */
  #renew(): void {
    this.#timer = null;
    const isFirst = this.#texts.count === 0;
    this.#texts.search(this.#options.calls(), this.box.text, this.#options.place.current()?.turnId);
    if (isFirst && this.#texts.count > 0) this.#go();
    else this.#marks.show(this.box.text, this.#texts.current);
    this.#notify();
  }

  #search(): void {
    this.#texts.search(this.#options.calls(), this.box.text, this.#options.place.current()?.turnId);
    this.#go();
  }

  #go(): void {
    const { current } = this.#texts;
    this.#marks.show(this.box.text, current);
    if (current !== null) this.#options.place.keep({ turnId: current.turnId, offset: 0 }, () => this.#marks.range);
    this.#notify();
  }

  #notify(): void {
    const { watched, calls } = this.#options;
    const { at, count } = this.#texts;
    this.box.show({ at, count, rest: this.#texts.rest(calls()).length > 0, progress: watched.progress });
  }
}
