import * as l10n from "@vscode/l10n";
import { env, ThemeIcon, Uri } from "vscode";
import { keyProblem } from "../../core/session/apiKey.ts";
import { keyPage } from "../../core/session/keyPage.ts";
import { keyProblemText } from "../../core/session/keySourceText.ts";
import { askText, type StepHeading, type StepResult } from "../../vscode/ui/quickInput.ts";

/** The key is to be read from a source. */
export const fromElsewhere = Symbol("from elsewhere");

export interface KeyStep extends StepHeading {
  readonly address: { readonly url: string; readonly origin: string };
  readonly value: string;
  /** Why the previous key was rejected. */
  readonly problem: string | undefined;
  readonly onType: (value: string) => void;
}

/** Asks for a key, typed or pasted. */
export function askKey({ address, ...options }: KeyStep): Promise<StepResult<string | typeof fromElsewhere>> {
  const page = keyPage(address.url);
  return askText({
    ...options,
    prompt: l10n.t("API key (kept in VS Code's secret storage, sent only to {0})", address.origin),
    placeholder: l10n.t("Enter an API key, or use the key button for WANDB_API_KEY or netrc"),
    password: true,
    validate: (value) => {
      const problem = keyProblem(value);
      return problem === null ? undefined : keyProblemText(problem);
    },
    otherWay: {
      shown: { iconPath: new ThemeIcon("key"), tooltip: l10n.t("Use WANDB_API_KEY or a netrc file…") },
      way: fromElsewhere,
    },
    button: {
      shown: { iconPath: new ThemeIcon("link-external"), tooltip: l10n.t("Get an API Key from {0}", page) },
      press: () => void env.openExternal(Uri.parse(page)),
    },
  });
}
