import { window } from "vscode";

/** Shows a busy box after a dialog until the task is done. Closing the box does not cancel the task. */
export async function whileBusy<T>(title: string, said: string, task: Promise<T>): Promise<T> {
  const pick = window.createQuickPick();
  pick.title = title;
  pick.busy = true;
  pick.ignoreFocusOut = true;
  pick.items = [{ label: `$(loading~spin) ${said}`, alwaysShow: true }];
  pick.show();
  try {
    return await task;
  } finally {
    pick.dispose();
  }
}
