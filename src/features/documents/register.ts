import {
  commands,
  type Disposable,
  EventEmitter,
  type FileChangeEvent,
  FileSystemError,
  type LogOutputChannel,
  workspace,
} from "vscode";
import { serviceOf } from "../../core/conversation/conversationAddress.ts";
import type { Formats } from "../../core/format.ts";
import type { OpenProject, ShownBeside } from "../../core/openProject.ts";
import { besideConversation } from "../../host/besideConversation.ts";
import { registerCommands, tellNotReady } from "../../host/commands.ts";
import { documentScheme, documentUri } from "../../host/documentUri.ts";
import type { SessionStore } from "../../host/sessionStore.ts";
import { documentAsked } from "./documentAsked.ts";

export interface DocumentsParts {
  readonly sessions: SessionStore;
  readonly project: OpenProject;
  readonly formats: Formats;
  readonly log: LogOutputChannel;
}

/** Calls as documents that can be read, folded, searched and compared, and are never written to disk. */
export function registerDocuments(parts: DocumentsParts): Disposable[] {
  const { sessions, project, log } = parts;
  const changes = new EventEmitter<FileChangeEvent[]>();
  let loading: Promise<import("./callDocuments.ts").CallDocuments> | null = null;
  const documents = () => {
    loading ??= import("./callDocuments.ts").then(({ CallDocuments }) => new CallDocuments(parts, changes));
    return loading;
  };
  const refuse = () => {
    throw FileSystemError.NoPermissions();
  };
  const open = async (given: unknown): Promise<void> => {
    const asked = documentAsked(given);
    if (asked === undefined) return;
    const { session } = sessions;
    const service = session && serviceOf(session);
    const target = project.threads.target;
    if (service === null || target === null) return tellNotReady(session);
    const { callId, document, op } = asked;
    const uri = documentUri({ service, project: target.project, subject: { kind: "document", callId, document } }, op);
    await commands.executeCommand("vscode.open", uri, { preview: true, viewColumn: besideConversation() });
  };
  const beside: ShownBeside = {
    refresh: async () => (await (await loading)?.refresh()) ?? null,
    // A text that changes by itself is hard to read.
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
        stat: async (uri) => (await documents()).stat(uri),
        readFile: async (uri) => (await documents()).readFile(uri),
        readDirectory: () => [],
        createDirectory: refuse,
        writeFile: refuse,
        delete: refuse,
        rename: refuse,
      },
      { isReadonly: true, isCaseSensitive: true },
    ),
    { dispose: () => void loading?.then((loaded) => loaded.dispose()) },
    ...registerCommands({ "weaveThreads.openCallDocument": open }, log),
  ];
}
