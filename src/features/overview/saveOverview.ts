import { type LogOutputChannel, l10n, type Uri } from "vscode";
import { exportName } from "../../core/export/exportName.ts";
import { exportText } from "../../core/export/exportText.ts";
import { type FigureRow, figureRows, figureTable } from "../../core/overview/figureTable.ts";
import type { OverviewExport, OverviewState } from "../../core/overview/page.ts";
import type { ThreadColumns } from "../../core/overview/threadColumns.ts";
import type { ProjectId } from "../../core/session/projectId.ts";
import { inBackground } from "../../host/commands.ts";
import { askExportFile, tellUnwritable } from "../../host/exportFile.ts";
import { fileText, tellWritten } from "../../host/exportNotice.ts";
import type { Remembered } from "../../host/remembered.ts";
import { askSaveTarget } from "../../host/saveDialog.ts";
import { type SaveContent, saveFile } from "../../host/savedFile.ts";
import { UserError } from "../../host/userError.ts";
import { chartFile } from "./chartFile.ts";

export interface SaveParts {
  readonly remembered: Remembered;
  readonly log: LogOutputChannel;
}

/** What is saved, as it is at the moment. */
export interface SavedOverview {
  readonly project: ProjectId;
  readonly state: OverviewState;
  readonly columns: ThreadColumns;
}

/** Writes the numbers, or a chart that the page has drawn, to a file that the person chooses. */
export async function saveOverview(what: OverviewExport, saved: SavedOverview, parts: SaveParts): Promise<void> {
  if (what.kind === "figures") {
    // Before anybody is asked anything: what is on screen is what is saved.
    const rows = figureRows(saved.state, saved.columns);
    return saveFigures(rows, saved, parts);
  }
  const content = chartFile(what.format, what.content);
  if (content === null) throw new UserError(l10n.t("The chart could not be drawn as a file."));
  return saveChart(what, content, saved.project, parts);
}

async function saveFigures(rows: readonly FigureRow[], saved: SavedOverview, parts: SaveParts): Promise<void> {
  const { project, state } = saved;
  const title = l10n.t("Export Figures");
  const asked = await askExportFile({ title, subject: "overview", project, remembered: parts.remembered });
  if (asked === undefined) return;
  const batches = async function* () {
    yield rows;
  };
  const pieces = exportText(batches(), figureTable(state), asked.format);
  await write(asked.file, pieces, parts, () => saveFigures(rows, saved, parts));
}

async function saveChart(
  what: Extract<OverviewExport, { kind: "chart" }>,
  content: string | Uint8Array,
  project: ProjectId,
  parts: SaveParts,
): Promise<void> {
  const file = await askSaveTarget({
    title: l10n.t("Export Chart"),
    saveLabel: l10n.t("Export"),
    name: `${exportName("overview", project, new Date())}-${what.chart}.${what.format}`,
    filters: what.format === "svg" ? { [l10n.t("SVG")]: ["svg"] } : { [l10n.t("PNG")]: ["png"] },
    remembered: parts.remembered,
  });
  if (file !== undefined) await write(file, content, parts, () => saveChart(what, content, project, parts));
}

/** Tells what became of it; `again` asks for another place. */
async function write(file: Uri, content: SaveContent, { log }: SaveParts, again: () => Promise<void>): Promise<void> {
  try {
    const bytes = await saveFile(file, content, new AbortController().signal);
    inBackground(tellWritten(l10n.t("Saved {0}.", fileText(file)), file, bytes), log);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (await tellUnwritable(error.message)) await again();
  }
}
