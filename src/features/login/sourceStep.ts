import { window } from "vscode";
import type { KeptKeySource, KeyLookup } from "../../core/session/keySource.ts";
import { lookupText } from "../../core/session/keySourceText.ts";
import { type KeySources, keyPlaceholder, type SourceItem, sourceItems } from "../../core/session/sourceRows.ts";
import { place, type StepHeading, type StepResult, settle } from "../../vscode/ui/quickInput.ts";

export interface FoundKey {
  readonly source: KeptKeySource;
  readonly key: string;
}

export interface SourceStep extends StepHeading, KeySources {
  /** The origin that the key is sent to. */
  readonly origin: string;
  /** The initial selection, and the problem with its key. */
  readonly active: KeptKeySource | undefined;
  readonly problem: string | undefined;
  /** Whether the sources are on a remote machine. */
  readonly remote: boolean;
  readonly lookUp: (source: KeptKeySource, signal: AbortSignal) => Promise<KeyLookup>;
}

/** Asks for a source and reads its key. If it has none, the problem is shown, and another source can be selected. */
export async function askSource(options: SourceStep): Promise<StepResult<FoundKey>> {
  const { origin, lookUp, remote } = options;
  const pick = window.createQuickPick<SourceItem>();
  const controller = new AbortController();
  place(pick, options);
  pick.placeholder = keyPlaceholder(origin, remote);
  const show = (active: KeptKeySource | undefined, problem: string | undefined) => {
    pick.items = sourceItems(options, problem);
    const item = pick.items.find(({ source }) => source !== null && (active === undefined || isSame(source, active)));
    if (item !== undefined) pick.activeItems = [item];
  };
  show(options.active, options.problem);
  const result = await settle<() => FoundKey>(pick, (finish) => {
    const take = async (source: KeptKeySource) => {
      pick.busy = true;
      const lookup = await lookUp(source, controller.signal);
      pick.busy = false;
      if (lookup.kind === "found") finish(() => ({ source, key: lookup.key }));
      else show(source, lookupText(source, lookup));
    };
    const fail = (error: unknown) =>
      finish(() => {
        throw error;
      });
    return [
      { dispose: () => controller.abort() },
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        if (chosen !== undefined && chosen.source !== null && !pick.busy) take(chosen.source).catch(fail);
      }),
    ];
  });
  return result.kind === "accepted" ? { kind: "accepted", value: result.value() } : result;
}

function isSame(a: KeptKeySource, b: KeptKeySource): boolean {
  return a.kind === "netrc" ? b.kind === "netrc" && a.file === b.file : b.kind === "environment";
}
