import {
  type Disposable,
  type EventEmitter,
  type FileChangeEvent,
  FileChangeType,
  FilePermission,
  type FileStat,
  FileSystemError,
  FileType,
  type Uri,
} from "vscode";
import { readDocumentAddress } from "../../core/documents/documentAddress.ts";
import { DocumentCache, type LoadedDocument } from "../../core/documents/documentCache.ts";
import { ServiceError } from "../../core/fault.ts";
import { withLateProgress } from "../../host/lateProgress.ts";
import { addressTarget } from "./addressTarget.ts";
import { failureText, foreignAddressText, loadingText } from "./documentNotices.ts";
import { onDocumentsClose, openDocuments } from "./openDocuments.ts";
import type { DocumentsParts } from "./register.ts";
import { subjectText } from "./subjectText.ts";

const limits = { documents: 8, bytes: 64 * 1024 * 1024 };

/** What the documents of this window hold: asked for when it is read, and let go when no tab shows it. */
export class CallDocuments implements Disposable {
  readonly #parts: DocumentsParts;
  readonly #changes: EventEmitter<FileChangeEvent[]>;
  readonly #cache = new DocumentCache(limits, Date.now);
  readonly #closing: Disposable;

  constructor(parts: DocumentsParts, changes: EventEmitter<FileChangeEvent[]>) {
    this.#parts = parts;
    this.#changes = changes;
    this.#closing = onDocumentsClose((uri) => this.#cache.drop(String(uri)));
  }

  /** The editor asks for it together with the text, and tells by it whether there is another text. */
  async stat(uri: Uri): Promise<FileStat> {
    if (uri.query === "") return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const { bytes, at } = await this.#read(uri);
    return { type: FileType.File, ctime: at, mtime: at, size: bytes.byteLength, permissions: FilePermission.Readonly };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return (await this.#read(uri)).bytes;
  }

  /**
   * Asks again for what is open. Rejects with the first fault: where an editor keeps the text from before, it says
   * nothing by itself.
   */
  async refresh(): Promise<void> {
    const uris = openDocuments();
    for (const uri of uris) this.#cache.drop(String(uri));
    this.#changes.fire(uris.map((uri) => ({ type: FileChangeType.Changed, uri })));
    const loads = await Promise.allSettled(uris.map((uri) => this.#load(uri)));
    const failed = loads.find((load) => load.status === "rejected" && load.reason instanceof ServiceError);
    if (failed?.status === "rejected") throw failed.reason;
  }

  dispose(): void {
    this.#closing.dispose();
    this.#cache.dispose();
  }

  async #read(uri: Uri): Promise<LoadedDocument> {
    try {
      return await this.#load(uri);
    } catch (error) {
      const { formats, log } = this.#parts;
      // Of the editor's own errors, this one alone shows what it is given.
      throw FileSystemError.Unavailable(failureText(error, formats, log));
    }
  }

  #load(uri: Uri): Promise<LoadedDocument> {
    const { sessions, project, formats } = this.#parts;
    const address = readDocumentAddress(uri.query);
    if (address === null) throw FileSystemError.Unavailable(foreignAddressText());
    return this.#cache.get(String(uri), (dropped) =>
      withLateProgress(loadingText(uri), async (cancelled, report) => {
        const signal = AbortSignal.any([dropped, cancelled]);
        const asked = await addressTarget(address, { sessions, target: () => project.threads.target }, signal);
        const text = await subjectText(address.subject, { target: asked, formats, report }, signal);
        return new TextEncoder().encode(text);
      }),
    );
  }
}
