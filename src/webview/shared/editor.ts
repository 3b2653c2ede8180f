/** The API that VS Code provides to a page. */
export interface EditorApi<FromPage> {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare global {
  /** Can be called once. */
  function acquireVsCodeApi<FromPage>(): EditorApi<FromPage>;
}

/** For state that a page of any version has stored. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
