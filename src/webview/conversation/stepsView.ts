import * as l10n from "@vscode/l10n";
import { exceptionLine } from "../../core/calls/failure.ts";
import { jsonPreview } from "../../core/conversation/drawing/jsonPreview.ts";
import { durationText, largeText, modelTitle, usageTexts } from "../../core/conversation/drawing/turnText.ts";
import type { PartState, TurnDocuments } from "../../core/conversation/protocol.ts";
import { loadedSteps, mostSteps, type TurnStep } from "../../core/conversation/turnSteps.ts";
import { type Call, opName } from "../../core/query/call.ts";
import { visibleCut } from "../../core/text/visibleText.ts";
import { type Child, element, keepingFocus } from "../shared/element.ts";
import { noticeView } from "../shared/noticeView.ts";
import { contentView, exceptionView } from "./contentView.ts";
import type { Surface } from "./conversationSurface.ts";
import { fold } from "./fold.ts";
import { failureMark, toolContent } from "./messageView.ts";
import { callMenu } from "./turnHead.ts";

type Step = TurnStep<PartState<TurnDocuments>>;

/** The steps of a turn: tool calls and model calls, each a collapsed line. */
export class StepsView {
  readonly element = element("div", { class: "steps", role: "group", "aria-label": l10n.t("Steps") });
  readonly #surface: Surface;
  readonly #turnId: string;
  #steps: readonly Step[] = [];
  /** Tools whose calls are among the turn's messages. */
  #tools: ReadonlySet<string> = new Set();

  constructor(surface: Surface, turnId: string) {
    this.#surface = surface;
    this.#turnId = turnId;
  }

  /** The steps, with the documents that are loaded. */
  get loaded(): readonly TurnStep<TurnDocuments>[] {
    return loadedSteps(this.#steps);
  }

  /** The calls of the turn that have figures of their own. */
  get modelCalls(): readonly Call[] {
    return this.#steps.flatMap(({ kind, call }) => (kind === "model" ? [call] : []));
  }

  show(steps: readonly Step[]): void {
    this.#steps = steps;
    this.#draw();
  }

  /** Leaves out the calls of tools that the turn's messages show. */
  leaveOut(tools: ReadonlySet<string>): void {
    this.#tools = tools;
    this.#draw();
  }

  #draw(): void {
    const shown = this.#steps.filter(({ kind, call }) => kind === "model" || !this.#tools.has(opName(call.op)));
    this.element.hidden = shown.length === 0;
    const text = l10n.t("Only the first {0} steps are listed. Expand Calls to see all.", mostSteps);
    const rest = this.#steps.length < mostSteps ? [] : [element("p", "note", text)];
    keepingFocus(this.element, () =>
      this.element.replaceChildren(
        ...shown.flatMap((step) => [this.#step(step), this.#surface.attempts.of(step.call.id)]),
        ...rest,
      ),
    );
  }

  #step(step: Step): Node {
    const { kind, call, documents } = step;
    const name = visibleCut(call.displayName ?? opName(call.op));
    const title = kind === "tool" ? l10n.t("Tool call {0}", name) : modelTitle(call);
    const value = documents?.kind === "shown" ? documents.value : null;
    const given = value !== null && kind === "tool" && jsonPreview(value.inputs, 60);
    const result = value !== null && kind === "tool" && call.exception === null && jsonPreview(value.output, 60);
    const preview = [given, result && `→ ${result}`].filter((part) => part).join(" ");
    const error = call.exception !== null && element("span", "failed", ` ✕ ${exceptionLine(call.exception)}`);
    const { formats, now } = this.#surface;
    const facts = [durationText(call, now(), formats), ...usageTexts([call], formats)].join(" · ");
    const summary = [
      element("span", "tool-name", title),
      " ",
      element("span", "tool-preview", preview),
      error || failureMark(call.status === "error"),
      " ",
      element("span", "step-facts", facts),
    ];
    const key = `${this.#turnId}/step/${call.id}`;
    const made = fold(
      this.#surface,
      { key, summary, className: `tool step${documents === null ? " unloaded" : ""}` },
      () => this.#content(step, key),
    );
    made.dataset.vscodeContext = callMenu(call, call, kind === "model");
    made.addEventListener("toggle", () => made.open && this.ask(call.id));
    return made;
  }

  /** Requests the documents of a step, if they were not requested. */
  ask(callId: string): void {
    const step = this.#steps.find(({ call }) => call.id === callId);
    if (step?.documents === null) this.#surface.post({ kind: "step", turnId: this.#turnId, callId });
  }

  #content({ kind, call, documents }: Step, key: string): Child {
    const { id } = call;
    const failure = call.exception !== null && exceptionView(this.#surface, id, call.exception);
    const load = () => this.#surface.post({ kind: "step", turnId: this.#turnId, callId: id });
    if (documents === null || documents.kind === "loading") {
      return [element("p", "note waiting", l10n.t("Loading…")), failure];
    }
    if (documents.kind === "large")
      return [element("p", "note", largeText(call, documents.bytes, this.#surface.formats)), failure];
    if (documents.kind === "failed") return [noticeView(this.#surface, documents.notice, load), failure];
    const { value } = documents;
    if (kind === "model") {
      const { said, folded } = contentView(this.#surface, { call, documents: value, steps: [] });
      return [said, folded, failure];
    }
    const part = (title: string, document: "inputs" | "output") => [
      element("h4", {}, title),
      toolContent(this.#surface, value[document], { key: `${key}/${document}`, source: { callId: id, document } }),
    ];
    return [part(l10n.t("Arguments"), "inputs"), failure || part(l10n.t("Result"), "output")];
  }
}
