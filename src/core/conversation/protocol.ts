import * as z from "../../zod.ts";
import type { PollState } from "../async/poller.ts";
import type { Notice } from "../failures/faultText.ts";
import type { FeedbackMark } from "../feedback/feedbackText.ts";
import type { TurnContent } from "../messages/message.ts";
import { type Call, callDocumentNames } from "../query/call.ts";
import type { ConversationKey } from "../query/conversationKey.ts";
import type { ProjectId } from "../query/projectId.ts";
import type { Json } from "../text/json.ts";
import type { Translations } from "../text/plural.ts";
import type { TurnFailure } from "./turnFailures.ts";
import type { TurnStep } from "./turnSteps.ts";

/** The loading state of a turn's documents, or of the calls in it. */
export type PartState<T> =
  | { readonly kind: "loading" }
  | { readonly kind: "shown"; readonly value: T }
  /** Too large to be loaded automatically; `bytes` if the service reports it. */
  | { readonly kind: "large"; readonly bytes: number | null }
  | { readonly kind: "failed"; readonly notice: Notice };

/** The inputs and output of a call. */
export interface TurnDocuments {
  readonly inputs: Json;
  readonly output: Json;
  /** The messages, where the source has them apart. */
  readonly content?: TurnContent;
}

/** A request to a model of VS Code with the messages of a call: its ID is one of the project of the service. */
export interface Attempt {
  readonly service: string;
  readonly project: ProjectId;
  readonly callId: string;
  readonly id: string;
  /** `Attempt 2: GPT-4o` */
  readonly name: string;
  /** `Attempt 2: GPT-4o, 10:42 AM, canceled` */
  readonly text: string;
}

/** Maximum number of turns: the page and the extension both keep all of them in memory. */
export const mostPageTurns = 10_000;

/** The conversation as the extension knows it; the page draws only this. */
export interface PageState {
  /** The exact ID: untrusted text. Null for a call outside threads, which is the only turn. */
  readonly thread: ConversationKey | null;
  /** The thread's first user message on one visible line, as the list shows it; empty if it is not known or not wanted. */
  readonly message: string;
  /** The name of that call: untrusted text. */
  readonly call?: string;
  readonly project: string;
  /** Turns that have arrived, in order of start. */
  readonly turns: readonly Call[];
  /** The calls that made turns fail, as far as they are known. */
  readonly failures: readonly TurnFailure[];
  /** Milliseconds since the epoch, for turns that are still running. */
  readonly now: number;
  readonly progress: "loading" | "complete" | "stopped";
  readonly following: PollState;
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
  /** The steps of a turn in view. Replaces those sent before. */
  | {
      readonly kind: "steps";
      readonly turnId: string;
      readonly steps: readonly TurnStep<PartState<TurnDocuments>>[];
    }
  /** What people and scorers wrote about a turn and the calls in it, or about the conversation. Replaces those sent before. */
  | { readonly kind: "feedback"; readonly turnId: string | null; readonly marks: readonly FeedbackMark[] }
  /** Those of the requested paths that are files of the workspace. */
  | { readonly kind: "files"; readonly paths: readonly string[] }
  /** All attempts at calls of this conversation, and perhaps of others of its project, in order. */
  | { readonly kind: "attempts"; readonly attempts: readonly Pick<Attempt, "id" | "callId" | "text">[] }
  /**
   * Brings a turn into view and focuses it; for a call in it, expands the turn's calls and marks its row. Marks `find`
   * wherever the turn shows it.
   */
  | {
      readonly kind: "reveal";
      readonly turnId: string;
      readonly callId?: string | null;
      readonly find?: string | null;
    };

const fromPage = z.union([
  z.object({ kind: z.enum(["ready"]) }),
  /** All turns near the screen, whose documents are needed; those of others may be canceled and dropped. */
  z.object({ kind: z.enum(["watch"]), turnIds: z.readonly(z.array(z.string())) }),
  /** The user requests the documents of a turn, of any size, or again after a failure. */
  z.object({ kind: z.enum(["load"]), turnId: z.string() }),
  /** May be sent again for the same turn. */
  z.object({ kind: z.enum(["calls"]), turnId: z.string() }),
  /** The user expands a step of a turn whose documents were not sent. */
  z.object({ kind: z.enum(["step"]), turnId: z.string(), callId: z.string() }),
  /** Opens a document of a call next to the conversation. */
  z.object({ kind: z.enum(["open"]), callId: z.string(), document: z.enum([...callDocumentNames, "exception"]) }),
  /** Opens what a tool call replaced in the file of this path as a comparison. */
  z.object({ kind: z.enum(["diff"]), callId: z.string(), path: z.string() }),
  /** Opens an attempt at a call. */
  z.object({ kind: z.enum(["attempt"]), id: z.string() }),
  /** Goes to the definition of an op in the workspace. */
  z.object({ kind: z.enum(["code"]), op: z.string() }),
  /** Which of these paths of stack frames are files of the workspace? */
  z.object({ kind: z.enum(["files"]), paths: z.readonly(z.array(z.string())) }),
  /** Opens a file of the workspace that a stack frame names. */
  z.object({ kind: z.enum(["openFile"]), path: z.string(), line: z.int().check(z.minimum(1), z.maximum(9_999_999)) }),
  /** A link in a message: VS Code asks before opening it. */
  z.object({ kind: z.enum(["link"]), address: z.string() }),
  z.object({ kind: z.enum(["copy"]), text: z.string() }),
  z.object({ kind: z.enum(["action"]), action: z.string() }),
  /** Opens the whole conversation as text, which can be searched. */
  z.object({ kind: z.enum(["transcript"]) }),
  /** Deletes feedback that this window wrote. */
  z.object({ kind: z.enum(["undoFeedback"]), feedbackId: z.string() }),
  z.object({ kind: z.enum(["stop"]) }),
]);

/** From the page to the extension. */
export type FromPage = z.infer<typeof fromPage>;

/** More turns than fit on any screen. */
const mostWatched = 500;

/** More than the frames of a stack. */
const mostPaths = 200;

/** A message of the page; undefined for anything else. Only the first of its visible turns, or of its paths, are used. */
export function readPageMessage(message: unknown): FromPage | undefined {
  const { data } = fromPage.safeParse(message);
  if (data?.kind === "watch") return { ...data, turnIds: data.turnIds.slice(0, mostWatched) };
  return data?.kind === "files" ? { ...data, paths: data.paths.slice(0, mostPaths) } : data;
}

/** The user's state of the page: kept by VS Code while the tab is hidden, and over a reload. */
export interface PageMemory {
  /** The topmost turn on screen, and how many of its pixels are above the screen. */
  readonly at: { readonly turnId: string; readonly offset: number } | null;
  /** Sections that the user toggled, by their key in the page. */
  readonly toggled: readonly string[];
}
