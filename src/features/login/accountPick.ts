import * as l10n from "@vscode/l10n";
import { type LogOutputChannel, type QuickPickItem, ThemeIcon } from "vscode";
import { Mutex } from "../../core/async/semaphore.ts";
import type { AccountEntry } from "../../core/session/accounts.ts";
import { accountNotes, accountText, leavingText, leftText, sampleRow } from "../../core/session/sessionText.ts";
import type { WindowSession } from "../../core/session/windowSession.ts";
import { labelText } from "../../core/text/visibleText.ts";
import { inBackground } from "../../vscode/ui/commands.ts";
import { openPick, settle } from "../../vscode/ui/quickInput.ts";

export type AccountChoice =
  | { readonly kind: "account"; readonly entry: AccountEntry }
  | { readonly kind: "sample" }
  | { readonly kind: "another" };

interface AccountItem extends QuickPickItem {
  readonly choice: AccountChoice;
}

/** Lets the user choose an account, the sample, or to sign in to another; accounts are signed out of by their buttons. */
export async function pickAccount(sessions: WindowSession, log: LogOutputChannel): Promise<AccountChoice | undefined> {
  const pick = openPick<AccountItem>({
    title: l10n.t("Switch Account"),
    placeholder: l10n.t("Select an account for this workspace"),
  });
  pick.keepScrollPosition = true;
  // Rows appear all at once, because rows that move under the pointer lead to wrong clicks.
  const list = async (): Promise<readonly AccountEntry[]> => {
    const entries = await sessions.accounts();
    pick.items = accountItems(entries, sessions.session?.kind === "sample");
    pick.activeItems = pick.items.filter(({ choice }) => choice.kind === "account" && choice.entry.current);
    return entries;
  };
  const signOut = async (entry: AccountEntry) => {
    const before = pick.placeholder;
    pick.placeholder = leavingText(entry);
    // A keyring can be slow, and the buttons would have to wait for it.
    pick.items = pick.items.map((item) => ({ ...item, buttons: [] }));
    try {
      await sessions.signOut(entry);
    } catch (error) {
      pick.placeholder = before;
      await list();
      throw error;
    }
    pick.placeholder = leftText(entry, await list());
  };
  const work = new Mutex((busy) => {
    pick.busy = busy;
  });
  inBackground(work.run(list), log);
  const result = await settle<AccountChoice>(pick, (finish) => [
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen !== undefined && !work.busy) finish(chosen.choice);
    }),
    pick.onDidTriggerItemButton(({ item: { choice } }) => {
      const leave = async () => choice.kind === "account" && (await signOut(choice.entry));
      inBackground(work.run(leave), log);
    }),
  ]);
  return result.kind === "accepted" ? result.value : undefined;
}

function accountItems(entries: readonly AccountEntry[], sample: boolean): readonly AccountItem[] {
  return [
    ...entries.map((entry): AccountItem => {
      const isHere = entry.key !== "nowhere";
      const tooltip = isHere ? l10n.t("Sign Out") : l10n.t("Remove");
      return {
        label: labelText(accountText(entry)),
        description: labelText(accountNotes(entry).join(" · ")),
        iconPath: new ThemeIcon(entry.current ? "check" : "account"),
        buttons: [{ iconPath: new ThemeIcon(isHere ? "sign-out" : "close"), tooltip }],
        choice: { kind: "account", entry },
      };
    }),
    { ...sampleRow(sample), iconPath: new ThemeIcon(sample ? "check" : "beaker"), choice: { kind: "sample" } },
    {
      label: l10n.t("Sign In to Another Account…"),
      iconPath: new ThemeIcon("add"),
      alwaysShow: true,
      choice: { kind: "another" },
    },
  ];
}
