import * as l10n from "@vscode/l10n";
import type { QuickPickItem } from "vscode";
import { type ExportFormat, exportFormats } from "../../core/export/exportFormat.ts";
import { formatDetail, formatName } from "../../core/export/formatText.ts";
import { askPick } from "./quickInput.ts";

/** Asks for a format; undefined if canceled. */
export async function askFormat(title: string, last: ExportFormat | undefined): Promise<ExportFormat | undefined> {
  const items = exportFormats.map((format): QuickPickItem & { format: ExportFormat } => ({
    format,
    label: formatName(format),
    description: `.${format}`,
    detail: formatDetail(format),
  }));
  const active = items.find(({ format }) => format === last);
  const result = await askPick({ title, placeholder: l10n.t("Select a format"), items, active });
  return result.kind === "accepted" ? result.value.format : undefined;
}
