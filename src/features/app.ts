import type { Disposable, ExtensionContext, LogOutputChannel } from "vscode";
import type { AddressParts } from "../core/conversation/conversationAddress.ts";
import type { CallConditions } from "../core/counts/callCondition.ts";
import type { CountFileReading } from "../core/counts/fileCount.ts";
import type { SavedCount } from "../core/counts/savedCount.ts";
import type { ReadableDocument } from "../core/documents/documentAddress.ts";
import type { NetworkSettings } from "../core/network.ts";
import type { OpenProject } from "../core/openProject.ts";
import type { ProjectClient } from "../core/projectClient.ts";
import type { ServicePosts } from "../core/snippets/snippetRequest.ts";
import type { Formats } from "../core/text/format.ts";
import type { ThreadFilter } from "../core/threads/threadSelection.ts";
import type { ConversationPlace } from "../core/turns/conversationPlace.ts";
import type { OpenService, SessionClient } from "../vscode/session/sessionClient.ts";
import type { SessionStore } from "../vscode/session/sessionStore.ts";
import type { RequestLog } from "../vscode/session/troubleshooting.ts";
import type { Preferences } from "../vscode/storage/preferences.ts";

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
  switchAccount(): Promise<void>;
  openSample(): Promise<void>;
  /** Loads everything that is shown again. */
  refresh(): Promise<void>;
}

/** What a feature registers, with what it offers. */
export type Feature<Offered extends keyof App> = Pick<App, Offered> & { readonly subscriptions: readonly Disposable[] };

/** What every feature is given: the long-lived objects of the extension. */
export interface FeatureParts
  extends Pick<
    OpenProject,
    "threads" | "details" | "turns" | "failed" | "look" | "news" | "count" | "saved" | "selected"
  > {
  readonly app: App;
  readonly project: OpenProject;
  readonly sessions: SessionStore;
  readonly client: SessionClient;
  readonly preferences: Preferences;
  /** The requests for the diagnostic report. */
  readonly requests: RequestLog;
  readonly network: () => NetworkSettings;
  readonly openService: OpenService;
  /** Parses a JSON body; loads its code on first use. */
  readonly readCountFile: (body: unknown) => Promise<CountFileReading>;
  /** Builds the requests of the client; loads its code when called. */
  readonly posts: () => Promise<ServicePosts>;
  /** The service and project of this window; null if there is none. */
  readonly target: () => ProjectClient | null;
  readonly formats: Formats;
  readonly context: ExtensionContext;
  readonly log: LogOutputChannel;
  /** Aborts when the extension ends. */
  readonly ending: AbortSignal;
}
