import {
  commands,
  type Disposable,
  EventEmitter,
  type FileChangeEvent,
  FileSystemError,
  type LogOutputChannel,
  Uri,
  workspace,
} from "vscode";
import { Lazy } from "../../core/async/lazy.ts";
import { serviceOf } from "../../core/conversation/conversationAddress.ts";
import type { DocumentSubject } from "../../core/documents/documentAddress.ts";
import type { OpenProject, ShownBeside } from "../../core/openProject.ts";
import type { Formats } from "../../core/text/format.ts";
import { documentScheme, documentUri } from "../../vscode/files/documentUri.ts";
import { besideConversation } from "../../vscode/page/besideConversation.ts";
import type { SessionStore } from "../../vscode/session/sessionStore.ts";
import { registerCommands, tellNotReady } from "../../vscode/ui/commands.ts";
import { tellRowIsGone } from "../../vscode/ui/menuRow.ts";
import { comparisonAsked, type DocumentAsked, documentAsked, documentOfRow, threadAsked } from "./documentAsked.ts";

export interface DocumentsParts {
  readonly sessions: SessionStore;
  readonly project: OpenProject;
  readonly formats: Formats;
  readonly log: LogOutputChannel;
}

/** Calls as read-only documents that can be folded, searched and compared, and are never written to disk. */
export function registerDocuments(parts: DocumentsParts): Disposable[] {
  const { sessions, project, log } = parts;
  const changes = new EventEmitter<FileChangeEvent[]>();
  const documents = new Lazy(async () => {
    const { OpenDocuments } = await import("./openDocuments.ts");
    return new OpenDocuments(parts, changes);
  });
  const refuse = () => {
    throw FileSystemError.NoPermissions();
  };
  const open = async (subject: DocumentSubject, op?: string): Promise<void> => {
    const { session } = sessions;
    const service = session && serviceOf(session);
    const target = project.threads.target;
    if (service === null || target === null) return tellNotReady(session);
    const uri = documentUri({ service, project: target.project, subject }, op);
    await commands.executeCommand("vscode.open", uri, { preview: true, viewColumn: besideConversation() });
  };
  const openDocument = async (asked: DocumentAsked | undefined): Promise<void> => {
    if (asked === undefined) return tellRowIsGone();
    const { callId, document, op } = asked;
    await open({ kind: "document", callId, document }, op);
  };
  const openTranscript = async (given: unknown): Promise<void> => {
    const threadId = threadAsked(given);
    if (threadId === undefined) tellRowIsGone();
    else await open({ kind: "thread", threadId });
  };
  const compare = async (given: unknown): Promise<void> => {
    const asked = comparisonAsked(given);
    if (asked === undefined) return;
    const [left, right] = [asked.left, asked.right].map((parts) => Uri.from({ scheme: documentScheme, ...parts }));
    if (left !== undefined && right !== undefined) await (await documents.get()).compare(left, right, asked.title);
  };
  const beside: ShownBeside = {
    refresh: async () => (await (await documents.there())?.refresh()) ?? null,
    // A text that changes automatically is hard to read.
    poll: async () => null,
  };
  project.beside.add(beside);
  return [
    changes,
    { dispose: () => project.beside.delete(beside) },
    workspace.registerFileSystemProvider(
      documentScheme,
      {
        onDidChangeFile: changes.event,
        watch: () => ({ dispose: () => undefined }),
        stat: async (uri) => (await documents.get()).stat(uri),
        readFile: async (uri) => (await documents.get()).readFile(uri),
        readDirectory: () => [],
        createDirectory: refuse,
        writeFile: refuse,
        delete: refuse,
        rename: refuse,
      },
      { isReadonly: true, isCaseSensitive: true },
    ),
    { dispose: async () => (await documents.there())?.dispose() },
    ...registerCommands(
      {
        "weaveThreads.openCallDocument": (given: unknown) => openDocument(documentAsked(given)),
        "weaveThreads.openInputs": (given: unknown) => openDocument(documentOfRow(given, "inputs")),
        "weaveThreads.openOutput": (given: unknown) => openDocument(documentOfRow(given, "output")),
        "weaveThreads.openTranscript": openTranscript,
        "weaveThreads.showComparison": compare,
      },
      log,
    ),
  ];
}
