import * as l10n from "@vscode/l10n";
import type { Call } from "../../core/calls/call.ts";
import { exceptionText } from "../../core/conversation/drawing/exceptionText.ts";
import { visibleLines } from "../../core/text/visibleText.ts";
import { element } from "../shared/element.ts";
import { fold } from "./fold.ts";
import { longText } from "./longText.ts";
import type { Surface } from "./surface.ts";

/** The exception of a call: its summary, and the collapsed details. */
export function exceptionView(surface: Surface, { id }: Call, exception: string): HTMLElement {
  const { headline, trace } = exceptionText(exception);
  const source = { callId: id, document: "exception" } as const;
  const key = `${id}/exception`;
  const line = longText(surface, { text: headline, key, source, most: 500, mostLines: 5 }, (text) =>
    element("p", { class: "exception-line", dir: "auto" }, visibleLines(text)),
  );
  const made = element(
    "div",
    { class: "exception" },
    element("h3", { class: "exception-title" }, `✕ ${l10n.t("Exception")}`),
    line,
  );
  if (trace !== "") {
    const folded = fold(
      surface.memory,
      { key: `${key}/trace`, summary: [l10n.t("Traceback")], className: "trace" },
      () => [
        longText(surface, { text: trace, key: `${key}/lines`, source }, (text) =>
          element("pre", { dir: "ltr" }, visibleLines(text)),
        ),
      ],
    );
    made.append(folded);
  }
  return made;
}
