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
