import type { Workbench } from "../editor/workbench/workbench.ts";

// Test steps that use the window's extension API, where the UI is not under test.

/** A code lens of the active text editor. Lines are 1-based. */
export interface Lens {
  readonly line: number;
  readonly title: string;
  readonly tooltip: string;
}

/** A diagnostic of the active text editor. Lines and columns are 1-based. */
export interface Diagnostic {
  readonly severity: "Error" | "Warning" | "Information" | "Hint";
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** Restarts the extension without reloading its window. */
export async function restartExtension(window: Workbench): Promise<void> {
  const host = await window.host();
  await host.run(async ({ stop, start }) => {
    await stop();
    await start();
  });
}

/** Runs a command by ID and resolves to its result as JSON. */
export async function runCommandById(window: Workbench, id: string, ...args: readonly unknown[]): Promise<unknown> {
  const host = await window.host();
  return await host.run<unknown, readonly unknown[]>(
    ({ vscode }, [command, ...given]) => vscode.commands.executeCommand(String(command), ...given),
    [id, ...args],
  );
}

/** The text of the active text editor. */
export async function activeText(window: Workbench): Promise<string> {
  const host = await window.host();
  return await host.run(({ vscode }) => vscode.window.activeTextEditor?.document.getText() ?? "");
}

/** Replaces the text of the active text editor. */
export async function setActiveText(window: Workbench, text: string): Promise<void> {
  const host = await window.host();
  await host.run(async ({ vscode }, next: string) => {
    const editor = vscode.window.activeTextEditor;
    const { document } = editor ?? {};
    if (editor === undefined || document === undefined) throw new Error("There is no active text editor.");
    const whole = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
    if (!(await editor.edit((edit) => edit.replace(whole, next)))) throw new Error("Could not replace the text.");
  }, text);
}

/** The code lenses of the active text editor, in order. */
export async function activeLenses(window: Workbench): Promise<readonly Lens[]> {
  const host = await window.host();
  return await host.run(async ({ vscode }) => {
    const uri = vscode.window.activeTextEditor?.document.uri;
    if (uri === undefined) throw new Error("There is no active text editor.");
    const lenses: readonly import("vscode").CodeLens[] = await vscode.commands.executeCommand(
      "vscode.executeCodeLensProvider",
      uri,
      100,
    );
    return lenses.map(({ range, command }) => ({
      line: range.start.line + 1,
      title: command?.title ?? "",
      tooltip: command?.tooltip ?? "",
    }));
  });
}

/** Runs the command of the active editor's code lens whose title contains the text, without waiting for the result. */
export async function pressLens(window: Workbench, title: string): Promise<void> {
  const host = await window.host();
  await host.run(async ({ vscode }, wanted: string) => {
    const uri = vscode.window.activeTextEditor?.document.uri;
    if (uri === undefined) throw new Error("There is no active text editor.");
    const lenses: readonly import("vscode").CodeLens[] = await vscode.commands.executeCommand(
      "vscode.executeCodeLensProvider",
      uri,
      100,
    );
    const { command } = lenses.find((lens) => lens.command?.title.includes(wanted)) ?? {};
    if (command === undefined) throw new Error(`No code lens contains ${wanted}.`);
    void vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
  }, title);
}

/** The diagnostics of the active text editor, in order. */
export async function activeDiagnostics(window: Workbench): Promise<readonly Diagnostic[]> {
  const host = await window.host();
  return await host.run(({ vscode }) => {
    const uri = vscode.window.activeTextEditor?.document.uri;
    if (uri === undefined) throw new Error("There is no active text editor.");
    return vscode.languages.getDiagnostics(uri).map(({ severity, message, range }) => ({
      severity: (["Error", "Warning", "Information", "Hint"] as const)[severity],
      message,
      line: range.start.line + 1,
      column: range.start.character + 1,
    }));
  });
}

/** Fills the next save dialog with a file. The dialog itself is VS Code's; one test uses it on the screen. */
export async function answerSaveDialog(window: Workbench, file: string): Promise<void> {
  const host = await window.host();
  await host.run(({ vscode }, path: string) => {
    const { showSaveDialog } = vscode.window;
    const answer = async () => {
      Reflect.set(vscode.window, "showSaveDialog", showSaveDialog);
      return vscode.Uri.file(path);
    };
    Reflect.set(vscode.window, "showSaveDialog", answer);
  }, file);
}
