import type * as vscode from "vscode";

/** What a test's function can use in the extension host. */
export interface Inside {
  /** The packed extension's API object. */
  readonly vscode: typeof vscode;
  /** The packed extension's context. */
  readonly context: vscode.ExtensionContext;
  /** The extension's tree views by ID. */
  readonly views: ReadonlyMap<string, vscode.TreeView<unknown>>;
  /** CPU milliseconds of loading and activating the extension; 0 where Node.js does not know them. */
  readonly startTime: number;
  /** Deactivates the extension, as closing the window does. */
  stop(): Promise<void>;
  /** Loads and activates the extension again, as a new window does. */
  start(): Promise<void>;
}

/** A function to run in the extension host: one line of JSON. */
export interface HostTask {
  readonly id: number;
  readonly source: string;
  readonly argument: unknown;
}

/** The response to a task: one line of JSON. */
export interface HostResponse {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}
