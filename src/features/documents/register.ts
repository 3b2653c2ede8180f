import { commands, type Disposable, EventEmitter, type FileChangeEvent, FileSystemError, workspace } from "vscode";
import { Lazy } from "../../core/async/lazy.ts";
import { serviceOf } from "../../core/conversation/conversationAddress.ts";
import { menuArgument } from "../../core/conversations/menuArgument.ts";
import type { DocumentSubject } from "../../core/documents/documentAddress.ts";
import type { Refreshable } from "../../core/project/openProject.ts";
import type { ConversationKey } from "../../core/query/conversationKey.ts";
import { besideConversation, documentScheme } from "../../vscode/page/tabs.ts";
import { registerSessionCommands, showNotReady, showRowIsGone } from "../../vscode/ui/commands.ts";
import type { App, Feature, Parts, RequestedDocument } from "../app.ts";
import type { UriOf } from "./openComparison.ts";

export type DocumentsParts = Parts<"sessions" | "privacy" | "formats" | "log", "refreshables" | "threads">;

/** Calls as read-only documents that can be folded, searched and compared, and are never written to disk. */
export function registerDocuments(
  parts: DocumentsParts,
): Feature<"openDocument" | "openEdit" | "openTranscript" | "openComparison"> {
  const { sessions, project } = parts;
  const changes = new EventEmitter<FileChangeEvent[]>();
  const documents = new Lazy(async () => new (await import("./openDocuments.ts")).OpenDocuments(parts, changes));
  const refuse = () => {
    throw FileSystemError.NoPermissions();
  };
  /** Undefined if there is no project, which is then reported. */
  const uris = async (): Promise<UriOf | undefined> => {
    const { session } = sessions;
    const service = session && serviceOf(session);
    const target = project.threads.target;
    if (service !== null && target !== null) {
      const { documentUri } = await import("../../vscode/page/documentUri.ts");
      return (subject, op) => documentUri({ service, project: target.project, subject }, op);
    }
    showNotReady(session);
    return undefined;
  };
  const open = async (subject: DocumentSubject, op?: string): Promise<void> => {
    const uri = (await uris())?.(subject, op);
    if (uri === undefined) return;
    const options = { preview: true, viewColumn: besideConversation() };
    await (await documents.get()).opening(uri, () => commands.executeCommand("vscode.open", uri, options));
  };
  const openDocument = ({ callId, document, op }: RequestedDocument) =>
    open({ kind: "document", callId, document }, op);
  const openTranscript = (conversation: ConversationKey) => open({ kind: "transcript", conversation });
  const openEdit: App["openEdit"] = async (requested) => {
    const uriOf = await uris();
    if (uriOf === undefined) return;
    const { openEditComparison } = await import("./openComparison.ts");
    await openEditComparison(requested, { documents: await documents.get(), uriOf });
  };
  const openRow = async (given: unknown, document: "inputs" | "output"): Promise<void> => {
    const { turnId, callId = turnId, op } = menuArgument(given);
    if (callId === undefined) showRowIsGone();
    else await openDocument({ callId, document, op });
  };
  const openComparison = async (...[left, right, title]: Parameters<App["openComparison"]>): Promise<void> => {
    const uriOf = await uris();
    if (uriOf === undefined) return;
    const { openComparison: open } = await import("./openComparison.ts");
    await open([left, right], title, { parts, documents: await documents.get(), uriOf });
  };
  const refreshable: Refreshable = {
    refresh: async () => (await (await documents.there())?.refresh()) ?? null,
    // A text that changes automatically is hard to read.
    poll: async () => null,
  };
  project.refreshables.add(refreshable);
  const subscriptions: readonly Disposable[] = [
    changes,
    { dispose: () => project.refreshables.delete(refreshable) },
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
    ...registerSessionCommands(parts, {
      "weaveThreads.openInputs": (given: unknown) => openRow(given, "inputs"),
      "weaveThreads.openOutput": (given: unknown) => openRow(given, "output"),
      "weaveThreads.openTranscript": async (given: unknown) => {
        const { conversation } = menuArgument(given);
        if (conversation === undefined) showRowIsGone();
        else await openTranscript(conversation);
      },
    }),
  ];
  return { openDocument, openEdit, openTranscript, openComparison, subscriptions };
}
