import * as l10n from "@vscode/l10n";
import { plainText } from "../text/visibleText.ts";
import type { FileProblem, KeptKeySource, KeyProblem, LookedUpKey } from "./keySource.ts";

export function keyProblemText(problem: KeyProblem): string {
  return {
    empty: l10n.t("Enter an API key."),
    hiddenCharacters: l10n.t("The API key contains a line break or an invisible character. Copy only the key."),
  }[problem];
}

/** The name of a source, with the entry that is used. */
export function sourceName(source: KeptKeySource): string {
  return source.kind === "environment" ? "WANDB_API_KEY" : `${plainText(source.file)} (${source.host})`;
}

/** The service rejected the key of a source. */
export function rejectedKeyText(source: KeptKeySource): string {
  return l10n.t("Invalid or expired API key in {0}.", sourceName(source));
}

/** Why a source has no usable key; undefined if it has one, is unset or missing, or has no entry for the service. */
export function sourceProblemText({ source, lookup }: Pick<LookedUpKey, "source" | "lookup">): string | undefined {
  const name = source.kind === "environment" ? "WANDB_API_KEY" : plainText(source.file);
  const host = source.kind === "environment" ? "" : source.host;
  switch (lookup.kind) {
    case "found":
    case "noEntry":
      return undefined;
    case "file":
      return fileProblemText(name, lookup.problem);
    case "brokenEntry":
      return l10n.t("The entry for {1} in {0} is not valid.", name, host);
    case "badKey":
      if (lookup.problem === "hiddenCharacters")
        return l10n.t("The API key in {0} contains a line break or an invisible character.", name);
      return source.kind === "environment"
        ? undefined
        : l10n.t("The entry for {1} in {0} has no password.", name, host);
  }
}

function fileProblemText(name: string, problem: FileProblem): string | undefined {
  return {
    missing: undefined,
    notAFile: l10n.t("{0} is not a regular file.", name),
    tooLarge: l10n.t("{0} is too large to be a netrc file.", name),
    unreadable: l10n.t("Could not read {0} ({1}).", name, "code" in problem ? problem.code : ""),
  }[problem.kind];
}

/** Uses the key of a source. */
export function useSourceText(source: KeptKeySource): string {
  return l10n.t("Use {0}", source.kind === "environment" ? "WANDB_API_KEY" : plainText(source.file));
}
