import * as l10n from "@vscode/l10n";
import { plainText } from "../text/visibleText.ts";
import type { KeyProblem } from "./apiKey.ts";
import type { FileProblem, KeptKeySource, KeyLookup } from "./keySource.ts";

export function keyProblemText(problem: KeyProblem): string {
  switch (problem) {
    case "empty":
      return l10n.t("Enter an API key.");
    case "hiddenCharacters":
      return l10n.t("The API key contains a line break or an invisible character. Copy only the key.");
  }
}

/** The name of a source, with the entry that is used. */
export function sourceName(source: KeptKeySource): string {
  return source.kind === "environment" ? "WANDB_API_KEY" : `${plainText(source.file)} (${source.host})`;
}

/** The service rejected the key of a source. */
export function rejectedKeyText(source: KeptKeySource): string {
  return l10n.t("Invalid or expired API key in {0}.", sourceName(source));
}

/** Why a source has no usable key. */
export function lookupText(source: KeptKeySource, lookup: Exclude<KeyLookup, { kind: "found" }>): string {
  const name = source.kind === "environment" ? "WANDB_API_KEY" : plainText(source.file);
  const host = source.kind === "environment" ? "" : source.host;
  switch (lookup.kind) {
    case "file":
      return fileProblemText(name, lookup.problem);
    case "noEntry":
      return l10n.t("{0} has no entry for {1}.", name, host);
    case "brokenEntry":
      return l10n.t("The entry for {1} in {0} is not valid.", name, host);
    case "badKey":
      if (lookup.problem === "hiddenCharacters") {
        return l10n.t("The API key in {0} contains a line break or an invisible character.", name);
      }
      return source.kind === "environment"
        ? l10n.t("{0} is not set in the environment that VS Code was started from.", name)
        : l10n.t("The entry for {1} in {0} has no password.", name, host);
  }
}

function fileProblemText(name: string, problem: FileProblem): string {
  switch (problem.kind) {
    case "missing":
      return l10n.t("{0} does not exist.", name);
    case "notAFile":
      return l10n.t("{0} is not a regular file.", name);
    case "tooLarge":
      return l10n.t("{0} is too large to be a netrc file.", name);
    case "unreadable":
      return l10n.t("Could not read {0} ({1}).", name, problem.code);
  }
}
