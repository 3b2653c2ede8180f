import type { ProjectId } from "./projectId.ts";
import type { Account } from "./session.ts";
import type { SessionSettings } from "./sessionPorts.ts";

/**
 * Writes the settings for an account and its project, null for none. A project belongs to its service:
 * if the URL cannot be written, the cause is returned, and the project stays as it was.
 */
export async function writeAccount(
  settings: SessionSettings,
  { url }: Account,
  project: ProjectId | null,
): Promise<{ readonly cause: unknown } | undefined> {
  const before = settings.project;
  // No service may receive the project of another, even if the URL cannot be written.
  if (project === null) await settings.writeProject(null);
  try {
    await settings.writeUrl(url);
  } catch (cause) {
    if (project === null) await settings.writeProject(before);
    return { cause };
  }
  if (project !== null) await settings.writeProject(project);
  return undefined;
}
