/** What VS Code gives a page in one of its tabs. */
export interface EditorApi<FromPage> {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare global {
  /** Can be called once. */
  function acquireVsCodeApi<FromPage>(): EditorApi<FromPage>;
}
