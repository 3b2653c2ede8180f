import type { OverviewContext } from "../../core/overview/overviewState.ts";
import { networkSettings } from "../../vscode/storage/settings.ts";
import type { OverviewParts } from "./register.ts";

export function overviewContext({ sessions, project, formats }: OverviewParts): OverviewContext {
  const { client } = networkSettings();
  return { session: sessions.session, onlyErrors: project.failed.wanted, client, formats };
}
