import * as l10n from "@vscode/l10n";
import { largeText } from "../../core/conversation/drawing/turnText.ts";
import type { PartState, TurnDocuments } from "../../core/conversation/protocol.ts";
import type { Call } from "../../core/query/call.ts";
import { button, element } from "../shared/element.ts";
import { noticeView } from "../shared/noticeView.ts";
import type { Surface } from "./conversationSurface.ts";

/** What stands in place of a turn's content; `load` requests it. */
export function missingContent(
  surface: Surface,
  turn: Call,
  state: Exclude<PartState<TurnDocuments>, { kind: "shown" }>,
  load: () => void,
): Node {
  switch (state.kind) {
    case "loading":
      return element("p", "note waiting", l10n.t("Loading messages…"));
    case "large": {
      const ask = button(l10n.t("Load"), { "data-focus": `${turn.id}/load` }, load);
      return element("p", "note", largeText(turn, state.bytes, surface.formats), " ", ask);
    }
    case "failed":
      return noticeView(surface, state.notice, load);
    default:
      return state satisfies never;
  }
}
