import type { Disposable } from "vscode";
import type { AddressParts } from "../core/conversation/conversationAddress.ts";
import type { CallConditions } from "../core/counts/callCondition.ts";
import type { SavedCount } from "../core/counts/savedCount.ts";
import type { ReadableDocument } from "../core/documents/documentAddress.ts";
import type { ThreadFilter } from "../core/threads/threadFilter.ts";
import type { ConversationPlace } from "../core/turns/conversationPlace.ts";

/** A document of a call. */
export interface DocumentAsked {
  readonly callId: string;
  readonly document: ReadableDocument;
  /** The call's op, for the name of the tab's folder. */
  readonly op?: string;
}

/** What the features offer each other. Each function reports to the user what it cannot do; other failures reject. */
export interface App {
  openConversation(place: ConversationPlace): Promise<void>;
  openDocument(asked: DocumentAsked): Promise<void>;
  openTranscript(threadId: string): Promise<void>;
  /** Shows two documents side by side, each given by its address. */
  openComparison(left: AddressParts, right: AddressParts, title: string): Promise<void>;
  /** Reveals a row. Resolves to false if the project has no such thread, to undefined if there is no project. */
  revealThread(threadId: string): Promise<boolean | undefined>;
  filterThreads(filter: ThreadFilter): Promise<void>;
  /** The selected row of the Threads view, in the form in which a menu passes it; undefined if there is none. */
  selectedRow(): unknown;
  /** Opens the box for counting calls: on its start page, or with a count. `saved` is the saved count to edit. */
  countCalls(conditions?: CallConditions, saved?: SavedCount): Promise<void>;
  copyCountLink(conditions: CallConditions): Promise<void>;
  copyCountQuery(conditions: CallConditions): Promise<void>;
  newCountFile(conditions: CallConditions): Promise<void>;
  goToOpDefinition(op: string): Promise<void>;
  showOpCalls(op: string): Promise<void>;
  selectProject(): Promise<void>;
  switchAccount(): Promise<void>;
  openSample(): Promise<void>;
  /** Loads everything that is shown again. */
  refresh(): Promise<void>;
}

/** What a feature registers, with what it offers. */
export type Feature<Offered extends keyof App> = Pick<App, Offered> & { readonly subscriptions: readonly Disposable[] };
