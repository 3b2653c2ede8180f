import { window } from "vscode";

/** Says what is being done, in the place where a dialog was, until it is done. Putting the box away does not end it. */
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
