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
  window,
  workspace,
} from "vscode";
import { readDocumentAddress } from "../../core/documents/documentAddress.ts";
import { DocumentCache, type LoadedDocument } from "../../core/documents/documentCache.ts";
import { documentFailureText, foreignAddressText, loadingText } from "../../core/documents/documentNotices.ts";
import { type Fault, isTooLong, ServiceError, UserError } from "../../core/failures/fault.ts";
import { type Reader, sameReader } from "../../core/session/session.ts";
import { documentScheme, onUriClose, openUris, reopen } from "../../vscode/page/tabs.ts";
import { inBackground, logFailure, reportFailure, unattended } from "../../vscode/ui/commands.ts";
import { showFault } from "../../vscode/ui/faultNotice.ts";
import { withLateProgress } from "../../vscode/ui/progress.ts";
import { mostCompared } from "./openComparison.ts";
import type { DocumentsParts } from "./register.ts";
import { isInSession, subjectText } from "./subjectText.ts";

const limits = { documents: 8 + 2 * mostCompared, bytes: 64 * 1024 * 1024 };

/** The documents of this window: requested when they are read, and dropped when no tab shows them. */
export class OpenDocuments implements Disposable {
  readonly #parts: DocumentsParts;
  readonly #changes: EventEmitter<FileChangeEvent[]>;
  readonly #cache = new DocumentCache(limits, Date.now);
  readonly #listening: readonly Disposable[];
  /** Documents that the user is opening. */
  readonly #requested = new Set<string>();
  /** Documents that an editor reported as failed to open. */
  readonly #failed = new Set<string>();
  /** Documents whose text was given to an editor. */
  readonly #shown = new Map<string, Uri>();
  /** Documents without a text, or with one that another account has read: why they cannot be read is shown instead. */
  readonly #withdrawn = new Set<string>();
  #reader: Reader | null;

  constructor(parts: DocumentsParts, changes: EventEmitter<FileChangeEvent[]>) {
    this.#parts = parts;
    this.#changes = changes;
    this.#reader = readerNow(parts);
    this.#listening = [
      onUriClose((uri) => this.#forget(uri)),
      parts.sessions.onChange(() => {
        this.#followReader();
        unattended(this.#retry(openUris()), parts.log);
      }),
    ];
  }

  /** Opens a document for the user. Only then is its failure a notification: VS Code also reads what it restores. */
  async opening(uri: Uri, open: () => PromiseLike<unknown>): Promise<void> {
    this.#requested.add(String(uri));
    this.#retryWithdrawn([uri]);
    try {
      await open();
    } finally {
      this.#requested.delete(String(uri));
    }
  }

  /** VS Code requests it together with the text, and compares it to detect changes. */
  async stat(uri: Uri): Promise<FileStat> {
    if (uri.query === "") return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const { bytes, at } = await this.#load(uri);
    return { type: FileType.File, ctime: at, mtime: at, size: bytes.byteLength, permissions: FilePermission.Readonly };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return (await this.#load(uri)).bytes;
  }

  /** Reloads the open documents of the session's project, and resolves to the first fault. */
  async refresh(): Promise<Fault | null> {
    const uris = openUris().filter((uri) => uri.scheme === documentScheme && this.#isInSession(uri));
    this.#readAgain(uris);
    const [faults] = await Promise.all([
      Promise.all(uris.map((uri) => this.#cached(uri).then(() => null, faultIn))),
      this.#retry(uris),
    ]);
    return faults.find((fault) => fault !== null) ?? null;
  }

  /** Sets the text of a document that is made of others. */
  put(uri: Uri, text: string): void {
    this.#cache.drop(String(uri));
    void this.#cache.get(String(uri), async () => new TextEncoder().encode(text));
    if (this.#shown.has(String(uri))) this.#changes.fire([{ type: FileChangeType.Changed, uri }]);
  }

  dispose(): void {
    for (const one of this.#listening) one.dispose();
    this.#cache.dispose();
  }

  /** Loads a document that an editor is to show. Rejects as its reading does. */
  async keep(uri: Uri): Promise<void> {
    this.#retryWithdrawn([uri]);
    await this.#cache.get(String(uri), (dropped) => this.#bytes(uri, dropped));
  }

  /** Documents loaded by one account must not be shown to another. */
  #followReader(): void {
    const before = this.#reader;
    this.#reader = readerNow(this.#parts);
    if (before !== null && (this.#reader === null || !sameReader(before, this.#reader))) {
      this.#cache.dispose();
      for (const key of this.#shown.keys()) this.#withdrawn.add(key);
    }
    // Also those in an editor whose documents VS Code does not report: that of a comparison of threads.
    this.#retryWithdrawn([...this.#shown.values()]);
  }

  #retryWithdrawn(uris: readonly Uri[]): void {
    this.#readAgain(uris.filter((uri) => this.#withdrawn.has(String(uri))));
  }

  #readAgain(uris: readonly Uri[]): void {
    for (const uri of uris) this.#cache.drop(String(uri));
    this.#changes.fire(uris.map((uri) => ({ type: FileChangeType.Changed, uri })));
  }

  /** VS Code does not read again what it could not open. */
  async #retry(uris: readonly Uri[]): Promise<void> {
    for (const uri of uris) if (this.#failed.has(String(uri)) && this.#isInSession(uri)) await reopen(uri);
  }

  #isInSession({ query }: Uri): boolean {
    return isInSession(readDocumentAddress(query), this.#parts);
  }

  async #load(uri: Uri): Promise<LoadedDocument> {
    try {
      const loaded = await this.#cached(uri);
      this.#shown.set(String(uri), uri);
      return loaded;
    } catch (error) {
      throw FileSystemError.Unavailable(documentFailureText(error, this.#parts.formats));
    }
  }

  #cached(uri: Uri): Promise<LoadedDocument> {
    return this.#cache.get(String(uri), async (dropped) => {
      try {
        const bytes = await this.#bytes(uri, dropped);
        this.#failed.delete(String(uri));
        this.#withdrawn.delete(String(uri));
        return bytes;
      } catch (error) {
        if (dropped.aborted) throw error;
        const key = String(uri);
        const isWithdrawn = this.#withdrawn.has(key);
        if (this.#requested.has(key) && !isWithdrawn) {
          this.#failed.add(key);
          this.showFailure(error, () => this.opening(uri, () => reopen(uri)));
          throw error;
        }
        if (!(error instanceof ServiceError || error instanceof UserError)) logFailure(error, this.#parts.log);
        // An editor that cannot read a document again keeps its text on screen.
        const isDrawn = workspace.textDocuments.some((document) => String(document.uri) === key);
        if (isDrawn && !isWithdrawn) throw error;
        this.#failed.delete(key);
        this.#withdrawn.add(key);
        return new TextEncoder().encode(`${documentFailureText(error, this.#parts.formats)}\n`);
      }
    });
  }

  async #bytes(uri: Uri, dropped: AbortSignal): Promise<Uint8Array> {
    const address = readDocumentAddress(uri.query);
    if (address === null) throw new UserError(foreignAddressText());
    return await withLateProgress(loadingText(uri.path), async (canceled, report) => {
      const signal = AbortSignal.any([dropped, canceled]);
      return new TextEncoder().encode(await subjectText(address, this.#parts, report, signal));
    });
  }

  /** Reports why a document cannot be read: the editor only says that it could not be opened. */
  showFailure(error: unknown, retry: () => Promise<void>): void {
    const { formats, log } = this.#parts;
    if (error instanceof UserError || (error instanceof ServiceError && isTooLong(error.fault))) {
      window.showErrorMessage(documentFailureText(error, formats));
    } else if (error instanceof ServiceError) {
      inBackground(showFault(error.fault, { requested: "project", retry }), log);
    } else {
      reportFailure(error, log);
    }
  }

  #forget(uri: Uri): void {
    const key = String(uri);
    this.#cache.drop(key);
    for (const keys of [this.#requested, this.#failed, this.#shown, this.#withdrawn]) keys.delete(key);
  }
}

function readerNow({ sessions: { session, keyMark: mark } }: DocumentsParts): Reader | null {
  return session === null ? null : { session, mark };
}

function faultIn(error: unknown): Fault | null {
  return error instanceof ServiceError ? error.fault : null;
}
