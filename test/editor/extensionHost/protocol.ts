import type * as vscode from "vscode";

/** What a test's function finds in the extension host. */
export interface Inside {
  /** The packed extension's own API object. */
  readonly vscode: typeof vscode;
  /** The packed extension's own context. */
  readonly context: vscode.ExtensionContext;
  /** Ends the extension as a window that closes does. */
  stop(): Promise<void>;
  /** Loads and activates the extension again, as in a window that opens. */
  start(): void;
}

/** A function to run in the extension host: one line of JSON. */
export interface HostTask {
  readonly id: number;
  readonly source: string;
  readonly argument: unknown;
}

/** One line of JSON for each task. */
export interface HostAnswer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}
