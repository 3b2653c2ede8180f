import { ConfigurationTarget, commands, type Disposable, l10n, workspace } from "vscode";
import { type ProjectId, parseProjectId } from "../core/projectId.ts";
import { type AddressProblem, parseServiceAddress, publicServiceUrl, type ServiceAddress } from "../core/serviceUrl.ts";
import { UserError } from "./userError.ts";

const section = "weaveThreads";

/** The value of `weaveThreads.serviceUrl` as it stands there. */
export function serviceUrlText(): string {
  return textSetting("serviceUrl") ?? publicServiceUrl;
}

/** The value of `weaveThreads.serviceUrl`, read. */
export function serviceAddress(): ServiceAddress | AddressProblem {
  return parseServiceAddress(serviceUrlText());
}

/** The value of `weaveThreads.project`, null when it is unset or has another shape. */
export function configuredProject(): ProjectId | null {
  return parseProjectId(textSetting("project") ?? "") ?? null;
}

/** Keeps the service address in the user's settings; the public one is the default and needs no entry. */
export async function writeServiceUrl(url: string): Promise<void> {
  if (serviceUrlText() === url) return;
  await write("serviceUrl", url === publicServiceUrl ? undefined : url, ConfigurationTarget.Global);
}

/** Keeps the project in the workspace where a folder is open, else in the user's settings. */
export async function writeProject(project: ProjectId): Promise<void> {
  if (configuredProject() === project) return;
  const folders = workspace.workspaceFolders?.length ?? 0;
  await write("project", project, folders === 0 ? ConfigurationTarget.Global : ConfigurationTarget.Workspace);
}

/** Opens the settings editor at the service address. */
export async function openAddressSetting(): Promise<void> {
  await commands.executeCommand("workbench.action.openSettings", `${section}.serviceUrl`);
}

export function onSettingsChange(listener: () => void): Disposable {
  return workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(section)) listener();
  });
}

/** Of several folders, the first one's own settings count: the window shows one project. */
function configuration() {
  return workspace.getConfiguration(section, workspace.workspaceFolders?.[0]?.uri);
}

function textSetting(name: string): string | undefined {
  const value = configuration().get<unknown>(name);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

async function write(name: string, value: string | undefined, target: ConfigurationTarget): Promise<void> {
  try {
    await configuration().update(name, value, target);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(l10n.t("The setting {0} could not be written. {1}", `${section}.${name}`, reason), { cause });
  }
}
