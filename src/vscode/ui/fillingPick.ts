import type { QuickPick, QuickPickItem } from "vscode";
import type { WindowSession } from "../../core/session/windowSession.ts";
import { closeWith, openPick, type StepResult, settle } from "./quickInput.ts";

/** An item with what to do when it is accepted; a note has none. */
export interface ActionItem<T> extends QuickPickItem {
  readonly value?: T;
}

/** A pick whose items arrive while it is shown. */
export interface FillingPick<T> {
  readonly title: string;
  readonly placeholder: string;
  /** Items shown until the first ones arrive. */
  readonly items?: readonly ActionItem<T>[];
  readonly canGoBack?: boolean;
  /** Closes the pick with the session; without it, the pick stays. */
  readonly sessions?: Pick<WindowSession, "onChange">;
  /** Shows items until the signal aborts, when the pick is closed. The pick is busy until it resolves; its error is the pick's. */
  readonly fill: (
    pick: Pick<QuickPick<ActionItem<T>>, "title" | "items" | "activeItems" | "value">,
    signal: AbortSignal,
  ) => Promise<void>;
}

/** Resolves to the value of the accepted item. */
export async function askFillingPick<T>(options: FillingPick<T>): Promise<StepResult<T>> {
  const pick = openPick<ActionItem<T>>(options);
  const controller = new AbortController();
  pick.matchOnDetail = true;
  pick.busy = true;
  pick.items = options.items ?? [];
  const result = await settle<() => T>(pick, (finish) => {
    options.fill(pick, controller.signal).then(
      () => {
        pick.busy = false;
      },
      (error: unknown) =>
        finish(() => {
          throw error;
        }),
    );
    return [
      { dispose: () => controller.abort() },
      ...(options.sessions === undefined ? [] : [closeWith(options.sessions, pick)]),
      pick.onDidAccept(() => {
        const value = pick.selectedItems[0]?.value;
        if (value !== undefined) finish(() => value);
      }),
    ];
  });
  return result.kind === "accepted" ? { kind: "accepted", value: result.value() } : result;
}
