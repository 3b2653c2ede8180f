import type { Call, CallDocumentName } from "../calls/call.ts";
import type { Notice } from "../failures/notice.ts";
import type { Json } from "../json.ts";
import type { Translations } from "../text/translations.ts";

/** The loading state of a turn's documents, or of the calls in it. */
export type PartState<T> =
  | { readonly kind: "loading" }
  | { readonly kind: "shown"; readonly value: T }
  /** Too large to be loaded automatically; `bytes` if the service reports it. */
  | { readonly kind: "large"; readonly bytes: number | null }
  | { readonly kind: "failed"; readonly notice: Notice };

/** The inputs and output of a turn's call. */
export interface TurnDocuments {
  readonly inputs: Json;
  readonly output: Json;
}

/** The conversation as the extension knows it; the page draws only this. */
export interface PageState {
  /** The exact ID: untrusted text. */
  readonly thread: string;
  readonly project: string;
  /** Turns that have arrived, in order of start. */
  readonly turns: readonly Call[];
  /** Milliseconds since the epoch, for turns that are still running. */
  readonly now: number;
  readonly progress: "loading" | "complete" | "stopped";
  /** What ended or prevents loading the list. */
  readonly notice: Notice | null;
}

/**
 * From the extension to the page. `state` replaces everything except the first `kept` turns, which the page keeps as
 * they are and which are not among its turns; the others are about one turn each.
 */
export type ToPage =
  | { readonly kind: "start"; readonly language: string; readonly translations: Translations }
  | { readonly kind: "state"; readonly state: PageState; readonly kept?: number }
  /** Sent again for each turn that is new in a `watch`, except for large documents, which the page keeps. */
  | { readonly kind: "documents"; readonly turnId: string; readonly state: PartState<TurnDocuments> }
  /**
   * The calls nested in a turn, including the turn itself, in order of start; `more` if there are more than were
   * listed.
   */
  | {
      readonly kind: "calls";
      readonly turnId: string;
      readonly state: PartState<readonly Call[]>;
      readonly more: boolean;
    }
  /** Brings a turn into view and focuses it; for a call in it, expands the turn's calls and marks its row. */
  | { readonly kind: "reveal"; readonly turnId: string; readonly callId?: string | null };

/** From the page to the extension. */
export type FromPage =
  | { readonly kind: "ready" }
  /** All turns near the screen, whose documents are needed; those of others may be canceled and dropped. */
  | { readonly kind: "watch"; readonly turnIds: readonly string[] }
  /** The user requests the documents of a turn, of any size, or again after a failure. */
  | { readonly kind: "load"; readonly turnId: string }
  /** May be sent again for the same turn. */
  | { readonly kind: "calls"; readonly turnId: string }
  /** Opens a document of a call next to the conversation. */
  | { readonly kind: "open"; readonly callId: string; readonly document: CallDocumentName | "exception" }
  /** Goes to the definition of an op in the workspace. */
  | { readonly kind: "code"; readonly op: string }
  /** A link in a message: VS Code asks before opening it. */
  | { readonly kind: "link"; readonly address: string }
  | { readonly kind: "copy"; readonly text: string }
  | { readonly kind: "action"; readonly action: string }
  /** Opens the whole conversation as text, which can be searched. */
  | { readonly kind: "transcript" }
  | { readonly kind: "stop" };

/** The user's state of the page: kept by VS Code while the tab is hidden, and over a reload. */
export interface PageMemory {
  /** The topmost turn on screen, and how many of its pixels are above the screen. */
  readonly at: { readonly turnId: string; readonly offset: number } | null;
  /** Sections that the user toggled, by their key in the page. */
  readonly toggled: readonly string[];
}
