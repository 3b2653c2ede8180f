import * as l10n from "@vscode/l10n";
import { statusIcons } from "../calls/callText.ts";
import { statusWords } from "../calls/statusWords.ts";
import type { Call } from "../query/call.ts";
import type { Formats } from "../text/format.ts";
import type { PickRow } from "../text/rows.ts";
import { labelText, visibleCut } from "../text/visibleText.ts";

/** Why no definition of an op was found, in `files` source files; `cut` where there are more. */
export function noneText(
  name: string,
  { open, files, cut }: { open: boolean; files: number; cut: boolean },
  formats: Formats,
): string {
  if (!open) return l10n.t("Open a folder to find the definition of op {0}.", name);
  if (cut)
    return l10n.t(
      "Op {0} is not defined in the first {1} source files of the workspace. The other files were not searched.",
      name,
      formats.exact(files),
    );
  return l10n.t("Op {0} is not defined in the workspace. It may be defined in a library or another folder.", name);
}

export function noCallsText(name: string): string {
  return l10n.t("No calls to {0} in this project.", name);
}

const longestThread = 40;

export function callItem({ startedAt, endedAt, status, conversation }: Call, formats: Formats): PickRow {
  const thread = conversation && l10n.t("thread {0}", visibleCut(conversation.id, longestThread));
  const parts = [
    ...(endedAt === null ? [] : [formats.duration(endedAt - startedAt)]),
    statusWords(status).word,
    thread ?? l10n.t("no thread"),
  ];
  return {
    label: `$(${statusIcons[status].id}) ${formats.dateTime(startedAt)}`,
    description: labelText(parts.join(" · ")),
  };
}
