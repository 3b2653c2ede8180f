import type { ProjectId } from "./projectId.ts";
import type { Account } from "./session.ts";
import type { SessionSettings } from "./sessionPorts.ts";

/**
 * Writes what makes an account and its project those in use, null for none. A project is of no use at another address:
 * where the address cannot be written, why is returned, and the project stays as it was.
 */
export async function writeAccount(
  settings: SessionSettings,
  { url }: Account,
  project: ProjectId | null,
): Promise<{ readonly cause: unknown } | undefined> {
  const before = settings.project;
  // No service is to be asked for the project of another, not even where this cannot be written.
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
