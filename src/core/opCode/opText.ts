import * as l10n from "@vscode/l10n";
import type { Call, CallStatus } from "../calls/call.ts";
import type { Formats } from "../text/format.ts";
import { labelText } from "../text/labelText.ts";
import type { PickRow } from "../text/pickRow.ts";
import { visibleCut } from "../text/visibleText.ts";

function statusWords(status: CallStatus): readonly [icon: string, word: string] {
  switch (status) {
    case "success":
      return ["pass", l10n.t("success")];
    case "error":
      return ["error", l10n.t("error")];
    case "descendantError":
      return ["warning", l10n.t("error below")];
    case "running":
      return ["sync", l10n.t("running")];
  }
}

export function noneText(name: string, { open, files, cut }: { open: boolean; files: number; cut: boolean }): string {
  if (!open) return l10n.t("No folder is open in which the function of the op {0} could be.", name);
  if (cut)
    return l10n.t(
      "No op {0} is defined in the first {1} source files of the workspace; the others were not read.",
      name,
      files,
    );
  return l10n.t("No op {0} is defined in the workspace. It may be that of a library, or be kept elsewhere.", name);
}

/** The row of a call of an op. */
export function callItem({ startedAt, endedAt, status, threadId }: Call, formats: Formats): PickRow {
  const [icon, word] = statusWords(status);
  const parts = [
    ...(endedAt === null ? [] : [formats.duration(endedAt - startedAt)]),
    word,
    threadId === null ? l10n.t("in no thread") : l10n.t("thread {0}", visibleCut(threadId, longestThread)),
  ];
  return { label: `$(${icon}) ${formats.dateTime(startedAt)}`, description: labelText(parts.join(" · ")) };
}

const longestThread = 40;
