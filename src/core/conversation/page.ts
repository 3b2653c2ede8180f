import type { Call, CallDocumentName } from "../calls/call.ts";
import type { Notice } from "../failures/notice.ts";
import type { Json } from "../json.ts";
import type { Translations } from "../text/translations.ts";

/** How far what a turn says, or the calls in it, has come. */
export type PartState<T> =
  | { readonly kind: "loading" }
  | { readonly kind: "shown"; readonly value: T }
  /** Too large to be loaded unasked; `bytes` where the service says. */
  | { readonly kind: "large"; readonly bytes: number | null }
  | { readonly kind: "failed"; readonly notice: Notice };

/** What a turn's call was given and what it gave back. */
export interface TurnDocuments {
  readonly inputs: Json;
  readonly output: Json;
}

/** The conversation as the editor knows it; the page draws this and nothing else. */
export interface PageState {
  /** The exact id: free text. */
  readonly thread: string;
  readonly project: string;
  /** Turns that have arrived, in order of their start. */
  readonly turns: readonly Call[];
  /** Milliseconds since the epoch, for turns that are still running. */
  readonly now: number;
  readonly progress: "loading" | "complete" | "stopped";
  /** What broke the list off, or keeps it away. */
  readonly notice: Notice | null;
}

/**
 * From the editor to the page. `state` replaces the whole, but for the first `kept` turns, which stay as they were told
 * before and are not among its turns; the others tell of one turn each.
 */
export type ToPage =
  | { readonly kind: "start"; readonly language: string; readonly translations: Translations }
  | { readonly kind: "state"; readonly state: PageState; readonly kept?: number }
  /** Sent again for each turn that a `watch` names anew, but for what is large: the page keeps that. */
  | { readonly kind: "documents"; readonly turnId: string; readonly state: PartState<TurnDocuments> }
  /**
   * The calls nested in a turn, the turn itself among them, in order of their start; `more` where there are more than were
   * listed.
   */
  | {
      readonly kind: "calls";
      readonly turnId: string;
      readonly state: PartState<readonly Call[]>;
      readonly more: boolean;
    }
  /** Brings a turn into view and the focus on it; of a call in it, unfolds the turn's calls and marks its row. */
  | { readonly kind: "reveal"; readonly turnId: string; readonly callId?: string | null };

/** From the page to the editor. */
export type FromPage =
  | { readonly kind: "ready" }
  /** All turns near the screen, whose documents are wanted; those of others may be given up and forgotten. */
  | { readonly kind: "watch"; readonly turnIds: readonly string[] }
  /** A person wants the documents of a turn, however large, or once more after they failed. */
  | { readonly kind: "load"; readonly turnId: string }
  /** May be asked again for a turn that was asked for before. */
  | { readonly kind: "calls"; readonly turnId: string }
  /** Opens a document of a call beside the conversation. */
  | { readonly kind: "open"; readonly callId: string; readonly document: CallDocumentName | "exception" }
  /** Goes to the function of an op in the workspace. */
  | { readonly kind: "code"; readonly op: string }
  /** A link in a message: the editor asks before it opens one. */
  | { readonly kind: "link"; readonly address: string }
  | { readonly kind: "copy"; readonly text: string }
  | { readonly kind: "remedy"; readonly remedy: string }
  /** Opens the whole conversation as a text, which can be searched. */
  | { readonly kind: "transcript" }
  | { readonly kind: "stop" };

/** What a person made of the page: kept by VS Code while the tab is hidden, and over a reload. */
export interface PageMemory {
  /** The topmost turn on screen, and how many pixels of it are above. */
  readonly at: { readonly turnId: string; readonly offset: number } | null;
  /** Folds that a person changed from how they are at first, by their place in the page. */
  readonly toggled: readonly string[];
}
