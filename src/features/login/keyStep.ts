import * as l10n from "@vscode/l10n";
import { env, ThemeIcon, Uri } from "vscode";
import { addressProblemText } from "../../core/failures/faultText.ts";
import { keyProblem } from "../../core/session/keySource.ts";
import { keyProblemText, useSourceText } from "../../core/session/keySourceText.ts";
import { type PastedAddress, readPastedForKey, type WebApp } from "../../core/session/pastedAddress.ts";
import { type FoundKey, pastedText } from "../../core/session/serviceRows.ts";
import type { SignInEntry } from "../../core/session/signInEntry.ts";
import { keyPage } from "../../core/settings/serviceUrl.ts";
import { askText, type StepPosition, type StepResult } from "../../vscode/ui/quickInput.ts";

/** How sign-in continues: with the key, with another user name, or with a URL that was pasted instead of a key. */
export type KeyResult = "key" | "username" | PastedAddress;

/** Asks for the key: typed, or found, in which case it never appears in the box. `found` are offered by buttons. */
export async function askKey(
  position: StepPosition,
  entry: SignInEntry,
  found: readonly FoundKey[],
  apps: readonly WebApp[],
): Promise<StepResult<KeyResult>> {
  const { service, problem, changeableUsername: username } = entry;
  const page = keyPage(service.url);
  entry.problem = undefined;
  entry.found = null;
  const address = (text: string) => readPastedForKey(text, apps);
  const result = await askText<FoundKey | null>({
    ...position,
    prompt: l10n.t("API key (kept in VS Code's secret storage, sent only to {0})", service.origin),
    placeholder: l10n.t("Enter an API key"),
    password: true,
    value: entry.typedKey,
    problem,
    onType: (value) => {
      entry.typedKey = value;
    },
    validate: (value) => {
      const pasted = address(value);
      if (typeof pasted === "string") return addressProblemText(pasted);
      const wrong = pasted === null ? keyProblem(value) : null;
      return wrong === null ? undefined : keyProblemText(wrong);
    },
    // The box shows no characters of it.
    echo: (value) => {
      const pasted = address(value);
      return pasted === null || typeof pasted === "string" ? undefined : pastedText(pasted);
    },
    endings: [
      ...found.map((key) => {
        return { shown: { iconPath: new ThemeIcon("key"), tooltip: useSourceText(key.source) }, ending: key };
      }),
      ...(username === null ? [] : [usernameButton(username)]),
    ],
    button: {
      shown: { iconPath: new ThemeIcon("link-external"), tooltip: l10n.t("Get an API Key from {0}", page) },
      press: () => void env.openExternal(Uri.parse(page)),
    },
  });
  if (result.kind !== "accepted") return result;
  const { value } = result;
  if (value === null) return { kind: "accepted", value: "username" };
  if (typeof value !== "string") {
    entry.found = value;
    return { kind: "accepted", value: "key" };
  }
  const pasted = address(value);
  if (pasted === null || typeof pasted === "string") return { kind: "accepted", value: "key" };
  entry.typedKey = "";
  return { kind: "accepted", value: pasted };
}

function usernameButton(username: string) {
  const shown = { iconPath: new ThemeIcon("account"), tooltip: l10n.t("Change User Name ({0})…", username) };
  return { shown, ending: null };
}
