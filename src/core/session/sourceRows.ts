import * as l10n from "@vscode/l10n";
import type { PickRow } from "../text/pickRow.ts";
import { labelText, visibleText } from "../text/visibleText.ts";
import type { KeptKeySource } from "./keySource.ts";

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
  const items: SourceItem[] = sources.map((source) =>
    source.kind === "environment"
      ? { label: l10n.t("Use {0}", "WANDB_API_KEY"), description: l10n.t("environment variable"), source }
      : {
          label: l10n.t("Use {0}", labelText(visibleText(source.file))),
          description: l10n.t("entry for {0}", source.host),
          source,
        },
  );
  const note = (label: string): SourceItem => ({ label, source: null, alwaysShow: true });
  if (problem !== undefined) items.unshift(note(`$(error) ${labelText(problem)}`));
  if (environmentOrigin !== undefined) {
    items.push(note(`$(info) ${l10n.t("WANDB_API_KEY is for {0} and is not offered here.", environmentOrigin)}`));
  }
  return items;
}
