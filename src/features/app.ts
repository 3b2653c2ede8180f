import type { Disposable, ExtensionContext, LogOutputChannel, Range, Uri } from "vscode";
import type { Observable } from "../core/async/observable.ts";
import type { Attempt } from "../core/conversation/protocol.ts";
import type { ConversationPlace } from "../core/conversations/conversationPlace.ts";
import type { ThreadFilter } from "../core/conversations/threadSelection.ts";
import type { CallConditions } from "../core/counts/callCondition.ts";
import type { SavedCount } from "../core/counts/savedCount.ts";
import type { ComparedSide } from "../core/diff/comparison.ts";
import type { ReadableDocument } from "../core/documents/documentAddress.ts";
import type { SourcePlace } from "../core/opNavigation/sourcePlace.ts";
import type { ProjectClient } from "../core/port/projectClient.ts";
import type { Privacy } from "../core/privacy/mask.ts";
import type { OpenProject } from "../core/project/openProject.ts";
import type { Call } from "../core/query/call.ts";
import type { CountFileReading } from "../core/query/callQuery.ts";
import type { ConversationKey } from "../core/query/conversationKey.ts";
import type { WindowSession } from "../core/session/windowSession.ts";
import type { NetworkSettings } from "../core/settings/network.ts";
import type { ServicePosts } from "../core/snippets/snippetRequest.ts";
import type { Formats } from "../core/text/format.ts";
import type { LazyCollector } from "../vscode/session/lazyCollector.ts";
import type { OpenService, SessionClient } from "../vscode/session/sessionClient.ts";
import type { RequestLog } from "../vscode/session/troubleshooting.ts";
import type { Preferences } from "../vscode/storage/preferences.ts";

/** A document of a call. */
export interface RequestedDocument {
  readonly callId: string;
  readonly document: ReadableDocument;
  /** The call's op, for the name of the tab's folder. */
  readonly op?: string | undefined;
}

/** A call to open. */
export type RequestedCall = Pick<Call, "id" | "op" | "conversation" | "turnId">;

/** The code of an op, with its place in a file of the workspace. */
export interface OpCode {
  readonly uri: Uri;
  readonly range: Range;
  readonly code: string;
}

/** What the features offer each other. Each function reports to the user what it cannot do; other failures reject. */
export interface App {
  openConversation(place: ConversationPlace): Promise<void>;
  /** Opens the conversation of a call at it, or, of a call outside threads, its own page. */
  openCall(call: RequestedCall, options?: { readonly preserveFocus?: boolean }): Promise<void>;
  openDocument(requested: RequestedDocument): Promise<void>;
  /** Opens what a tool call replaced in a file as a comparison. */
  openEdit(requested: { readonly callId: string; readonly path: string }): Promise<void>;
  openTranscript(conversation: ConversationKey): Promise<void>;
  /** Shows two sides of one kind beside each other: threads turn by turn. */
  openComparison(left: ComparedSide, right: ComparedSide, title: string): Promise<void>;
  /** Reveals a row. Resolves to false if the project has no such thread, to undefined if there is no project. */
  revealThread(conversation: ConversationKey): Promise<boolean | undefined>;
  /** `onlyErrors` as it is by default; a kind without the order in force changes the order. */
  filterThreads(filter: ThreadFilter, onlyErrors?: boolean): Promise<void>;
  /** The selected row of the Threads view, in the form in which a menu passes it; undefined if there is none. */
  selectedRow(): unknown;
  /** Opens the box for counting calls: on its start page, or with a count. `saved` is the saved count to edit. */
  countCalls(conditions?: CallConditions, saved?: SavedCount): Promise<void>;
  /** Saves a count under a name that the user enters; `name` is proposed. */
  saveCount(name: string, conditions: CallConditions): Promise<void>;
  /**
   * Shows the calls of a count in the Counts view: expands the count with these conditions, or adds a temporary one.
   * `name` is its label; by default the conditions.
   */
  showCalls(conditions: CallConditions, name?: string): Promise<void>;
  copyCountLink(conditions: CallConditions): Promise<void>;
  /** Opens what a link names: a ref, a URL of the web app, or an editor link. */
  openLink(link: string): Promise<void>;
  /** Exports the calls of a count to a file. `saved` is the saved count to edit if they cannot be requested. */
  exportCalls(conditions: CallConditions, saved?: SavedCount): Promise<void>;
  /** Copies the IDs of the calls of a count. `saved` as above. */
  copyCallIds(conditions: CallConditions, saved?: SavedCount): Promise<void>;
  newCountFile(conditions: CallConditions): Promise<void>;
  goToOpDefinition(op: string): Promise<void>;
  showOpCalls(op: string): Promise<void>;
  /** The code of an op in the workspace: several if they match equally well, none if it is not found. */
  opCode(op: string): Promise<readonly OpCode[]>;
  /** Calls `found` with the names of the ops that each source file of the workspace defines, and its path. */
  findOps(found: (ops: readonly string[], file: string) => void, signal: AbortSignal): Promise<void>;
  /** Which of these paths of stack frames name a file of the workspace. */
  knownSources(paths: readonly string[]): Promise<readonly string[]>;
  /** Opens the file of the workspace that a place of a stack frame names. */
  openSource(place: SourcePlace): Promise<void>;
  /** Deletes feedback that this window wrote. */
  undoFeedback(id: string): Promise<void>;
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
    | "threads"
    | "details"
    | "turns"
    | "failed"
    | "failures"
    | "messages"
    | "lastSeen"
    | "news"
    | "count"
    | "saved"
    | "calls"
    | "standing"
    | "recent"
    | "selected"
    | "following"
  > {
  readonly app: App;
  /** The attempts at calls in this window. */
  readonly attempts: Observable<readonly Attempt[]>;
  readonly project: OpenProject;
  readonly sessions: WindowSession;
  /** The key of the signed-in account, to remove it from texts. */
  readonly key: () => string | null;
  readonly client: SessionClient;
  /** Made when it is first needed. */
  readonly collector: LazyCollector;
  readonly preferences: Preferences;
  /** Its value is null while privacy mode is off. A command that it refuses is named in `mask.ts`. */
  readonly privacy: Privacy;
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

/** What a feature uses of them, and of the project. */
export type Parts<Name extends keyof FeatureParts, OfProject extends keyof OpenProject = never> = Pick<
  FeatureParts,
  Name
> & { readonly project: Pick<OpenProject, OfProject> };
