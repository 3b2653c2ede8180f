import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import { type Fault, ServiceError } from "../../core/failures/fault.ts";
import { countCalls } from "../../core/port/operations.ts";
import type { SignedIn } from "../../core/session/signInEntry.ts";
import { type AfterFailure, choiceItems, type FailureItem, sentenceItems } from "../../core/session/signInRows.ts";
import type { OpenService } from "../../vscode/session/sessionClient.ts";
import { configuredClient } from "../../vscode/storage/settings.ts";
import { takeAction } from "../../vscode/ui/faultNotice.ts";
import { whileBusy } from "../../vscode/ui/progress.ts";
import { place, type StepPosition, type StepResult, settle } from "../../vscode/ui/quickInput.ts";

/**
 * The result of a check: the key works; the user saves it unchecked, goes back to the URL, or closes the box; it or the
 * project was rejected.
 */
export type CheckResult =
  | { readonly kind: "works" | "keepAnyway" | "changeAddress" | "closed" }
  | { readonly kind: "keyRefused" | "projectRefused"; readonly fault: Fault };

/** Checks the key with the project before it is saved, and asks how to continue after other failures. */
export async function checkKey(
  entered: SignedIn,
  position: StepPosition,
  openService: OpenService,
): Promise<CheckResult> {
  for (;;) {
    const outcome = await tryKey(entered, position, openService);
    if (outcome.kind !== "accepted") return { kind: "closed" };
    const fault = outcome.value;
    if (fault === null) return { kind: "works" };
    if (fault.kind === "notSignedIn") return { kind: "keyRefused", fault };
    if (fault.kind === "forbidden") return { kind: "projectRefused", fault };
    const decision = await askAfterFailure(fault, position);
    if (decision.kind !== "accepted") return { kind: "closed" };
    switch (decision.value) {
      case "retry":
        break;
      case "keepAnyway":
      case "changeAddress":
        return { kind: decision.value };
      case "changeProject":
        return { kind: "projectRefused", fault };
      case "useEditorNetwork":
      case "useOwnNetwork":
        await whileBusy(position.title, l10n.t("Switching HTTP client…"), takeAction(decision.value));
    }
  }
}

/** Resolves to the fault, null if there is none. Closing the box aborts the request. */
async function tryKey(
  { account, key, project }: SignedIn,
  position: StepPosition,
  openService: OpenService,
): Promise<StepResult<Fault | null>> {
  const pick = window.createQuickPick();
  place(pick, position);
  pick.busy = true;
  const message = l10n.t("Checking API key with {0}…", account.origin);
  pick.items = [{ label: `$(loading~spin) ${message}`, alwaysShow: true }];
  const controller = new AbortController();
  const ask = async (): Promise<Fault | null> => {
    const service = await openService({ url: account.url, username: account.username, password: key });
    try {
      await service.ask(countCalls, { project, limit: 1 }, controller.signal);
      return null;
    } catch (error) {
      if (error instanceof ServiceError) return { ...error.fault, host: new URL(account.url).host };
      throw error;
    } finally {
      await service.close();
    }
  };
  const asking = ask();
  const result = await settle<Fault | null>(pick, (finish) => {
    asking.then(finish, () => finish(null));
    return [{ dispose: () => controller.abort() }];
  });
  if (result.kind === "accepted") await asking;
  return result;
}

/** Shows the fault of a check and asks how to continue. Actions that open something else keep the question open. */
function askAfterFailure(fault: Fault, position: StepPosition): Promise<StepResult<AfterFailure>> {
  const pick = window.createQuickPick<FailureItem>();
  place(pick, position);
  pick.placeholder = l10n.t("Could not check the API key");
  const choices = choiceItems(fault, configuredClient());
  pick.items = [...sentenceItems(fault), ...choices];
  pick.activeItems = choices.slice(0, 1);
  return settle<AfterFailure>(pick, (finish) => [
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen === undefined) return;
      if (chosen.decision !== null) finish(chosen.decision);
      // The command reports its own failures.
      else if (chosen.opens !== undefined) void takeAction(chosen.opens);
    }),
  ]);
}
