import * as l10n from "@vscode/l10n";
import { CodeLens, type Disposable, Hover, type Position, Range, type TextDocument, window } from "vscode";
import { realClock } from "../../core/async/clock.ts";
import { idle, shownValue } from "../../core/async/loadState.ts";
import { publishedName } from "../../core/opNavigation/opDefinition.ts";
import {
  callsName,
  hoverLines,
  linkTitle,
  linkTooltip,
  numbersTitle,
  numbersTooltip,
  switchTooltip,
} from "../../core/opNavigation/opLensText.ts";
import { type FileOps, OpNumbers } from "../../core/opNavigation/opNumbers.ts";
import type { ProjectClient } from "../../core/port/projectClient.ts";
import { opRef } from "../../core/query/opRef.ts";
import type { RowCommand } from "../../core/text/rows.ts";
import { configuredCodeLens } from "../../vscode/storage/settings.ts";
import { logFailure } from "../../vscode/ui/commands.ts";
import { linesTooltip } from "../../vscode/ui/treeView.ts";
import { documentOps } from "./documentOps.ts";
import type { OpNavigationParts } from "./register.ts";

/** The lens of an op whose title is set when it is on screen. */
class NumbersLens extends CodeLens {
  readonly file: string;
  readonly op: string;

  /** `file` is the URI of the file. */
  constructor(range: Range, file: string, op: string) {
    super(range);
    this.file = file;
    this.op = op;
  }
}

/** What is above the ops of source files, and the hovers of their decorators and names. */
export class OpLenses implements Disposable {
  readonly #parts: OpNavigationParts;
  readonly #numbers: OpNumbers;
  readonly #subscription: Disposable;
  /** The files that were drawn with numbers, by URI. */
  readonly #files = new Map<string, FileOps>();

  /** `redraw` is called when lenses are outdated. */
  constructor(parts: OpNavigationParts, redraw: () => void) {
    const { project, log } = parts;
    this.#parts = parts;
    this.#numbers = new OpNumbers({
      now: Date.now,
      clock: realClock,
      range: () => project.defaultFilter.time,
      onBug: (error) => logFailure(error, log),
    });
    this.#numbers.reset(parts.target());
    const redrawn = this.#numbers.subscribe(redraw);
    const refresh = (isAutomatic: boolean) => this.#numbers.refresh(this.#visible(), isAutomatic);
    const refreshables = { refresh: () => refresh(false), poll: () => refresh(true) };
    project.refreshables.add(refreshables);
    this.#subscription = {
      dispose: () => {
        redrawn.dispose();
        project.refreshables.delete(refreshables);
        this.#numbers.reset(null);
      },
    };
  }

  /** Another session has other numbers. */
  reset(): void {
    this.#files.clear();
    this.#numbers.reset(this.#parts.target());
  }

  /** The lenses of a file. Those with numbers have no command until they are resolved. */
  provide(document: TextDocument): CodeLens[] {
    const { mode, canCount } = configuredCodeLens(document.uri);
    const ops = documentOps(document);
    const file = { id: String(document.uri), names: [...new Set(ops.map(({ names: [op] }) => op))] };
    const hasNumbers = mode === "counts" && ops.length > 0;
    if (hasNumbers) {
      this.#files.set(file.id, file);
      this.#numbers.show(file);
    } else this.#files.delete(file.id);
    return ops.flatMap(({ names: [op], start }) => {
      const place = document.positionAt(start);
      const range = new Range(place, place);
      if (mode === "counts") return new NumbersLens(range, file.id, op);
      const link = { title: linkTitle(), tooltip: linkTooltip(op), arguments: [{ op }] };
      const lens = new CodeLens(range, { command: "weaveThreads.showOpCalls", ...link });
      const show = { command: "weaveThreads.showOpNumbers", title: l10n.t("Show Numbers"), tooltip: switchTooltip() };
      return canCount ? [lens, new CodeLens(range, show)] : lens;
    });
  }

  /** Sets the title of a lens that is on screen. */
  resolve(lens: CodeLens): CodeLens {
    const { formats } = this.#parts;
    const target = this.#parts.target();
    if (!(lens instanceof NumbersLens)) return lens;
    const { op } = lens;
    // The file may have been edited since the lens was made.
    const file = this.#files.get(lens.file);
    const load = target === null || file === undefined ? idle : this.#numbers.of(file, op, target);
    const value = shownValue(load);
    const calls = value === null ? {} : { conditions: value.conditions, name: callsName(op, value) };
    lens.command = {
      command: "weaveThreads.showOpCalls",
      title: numbersTitle(load, formats),
      tooltip: numbersTooltip(op, load, formats),
      arguments: [{ op, ...calls }],
    };
    return lens;
  }

  /** The hover of an op's decorator, call to `weave.op` or name. */
  async hover(document: TextDocument, position: Position, target: ProjectClient): Promise<Hover | undefined> {
    const word = document.getWordRangeAtPosition(position, /@?[\p{ID_Continue}.$]+/u);
    if (word === undefined) return undefined;
    const ops = documentOps(document);
    const found = ops.find(({ start, at }) => [start, at].some((place) => word.contains(document.positionAt(place))));
    if (found === undefined) return undefined;
    const [op] = found.names;
    const file = this.#files.get(String(document.uri));
    const load = file === undefined ? null : this.#numbers.of(file, op, target);
    const calls = load && shownValue(load);
    const size = calls === null ? idle : await this.#numbers.size(calls);
    const ref = opRef(publishedName(op), target.project) ?? op;
    const lines = hoverLines(op, ref, load && { load, size }, this.#parts.formats, Date.now());
    const count: RowCommand = {
      command: "weaveThreads.countOpCalls",
      title: l10n.t("Count with Conditions…"),
      arguments: [{ op, ...(calls && { conditions: calls.conditions }) }],
    };
    return new Hover(linesTooltip(lines, [count]), word);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #visible(): readonly FileOps[] {
    const visible = new Set(window.visibleTextEditors.map(({ document }) => String(document.uri)));
    return [...this.#files.values()].filter(({ id }) => visible.has(id));
  }
}
