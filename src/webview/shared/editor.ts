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

/**
 * Receives what the extension sends, and nothing else: VS Code delivers it from a frame of the page's own origin, while
 * pages of other extensions and frames inside have other origins.
 */
export function onEditorMessage<ToPage>(receive: (message: ToPage) => void): void {
  window.addEventListener("message", ({ origin, data }: MessageEvent<ToPage>) => {
    if (origin === window.origin) receive(data);
  });
}

/** For state that a page of any version has stored. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
