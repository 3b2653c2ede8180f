import * as l10n from "@vscode/l10n";
import type { PickRow } from "../rows.ts";
import { labelText, plainText, visibleText } from "../text/visibleText.ts";
import type { FileProblem, KeptKeySource, KeyLookup, KeyProblem } from "./keySource.ts";

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

/** Why a source has no usable key. */
export function lookupText(source: KeptKeySource, lookup: Exclude<KeyLookup, { kind: "found" }>): string {
  const name = source.kind === "environment" ? "WANDB_API_KEY" : plainText(source.file);
  const host = source.kind === "environment" ? "" : source.host;
  if (lookup.kind === "file") return fileProblemText(name, lookup.problem);
  if (lookup.kind === "noEntry") return l10n.t("{0} has no entry for {1}.", name, host);
  if (lookup.kind === "brokenEntry") return l10n.t("The entry for {1} in {0} is not valid.", name, host);
  if (lookup.problem === "hiddenCharacters")
    return l10n.t("The API key in {0} contains a line break or an invisible character.", name);
  return source.kind === "environment"
    ? l10n.t("{0} is not set in the environment that VS Code was started from.", name)
    : l10n.t("The entry for {1} in {0} has no password.", name, host);
}

function fileProblemText(name: string, problem: FileProblem): string {
  return {
    missing: l10n.t("{0} does not exist.", name),
    notAFile: l10n.t("{0} is not a regular file.", name),
    tooLarge: l10n.t("{0} is too large to be a netrc file.", name),
    unreadable: l10n.t("Could not read {0} ({1}).", name, "code" in problem ? problem.code : ""),
  }[problem.kind];
}

/** The sources of a key. */
export interface KeySources {
  readonly sources: readonly KeptKeySource[];
  /** The origin that `WANDB_API_KEY` belongs to, if it is another one. */
  readonly environmentOrigin: string | undefined;
}

export interface SourceItem extends PickRow {
  readonly source: KeptKeySource | null;
}

/** The prompt above the sources; `remote` if they are on a remote machine. */
export function keyPlaceholder(origin: string, remote: boolean): string {
  return remote
    ? l10n.t("Select an API key for {0} on the remote machine", origin)
    : l10n.t("Select an API key for {0}", origin);
}

export function sourceItems(
  { sources, environmentOrigin }: KeySources,
  problem: string | undefined,
): readonly SourceItem[] {
  const note = (label: string): SourceItem => ({ label, source: null, alwaysShow: true });
  const foreign = l10n.t("WANDB_API_KEY is for {0} and is not offered here.", environmentOrigin ?? "");
  return [
    ...(problem === undefined ? [] : [note(`$(error) ${labelText(problem)}`)]),
    ...sources.map((source) => ({
      label: l10n.t("Use {0}", source.kind === "environment" ? "WANDB_API_KEY" : labelText(visibleText(source.file))),
      description:
        source.kind === "environment" ? l10n.t("environment variable") : l10n.t("entry for {0}", source.host),
      source,
    })),
    ...(environmentOrigin === undefined ? [] : [note(`$(info) ${foreign}`)]),
  ];
}
