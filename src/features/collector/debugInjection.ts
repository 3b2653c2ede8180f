import * as l10n from "@vscode/l10n";
import { type DebugConfiguration, type Disposable, debug, Uri, type WorkspaceFolder, window, workspace } from "vscode";
import { weaveVariables } from "../../core/collector/environment.ts";
import { isLaunched, withCollector } from "../../core/collector/injection.ts";
import { dataOf } from "../../core/session/session.ts";
import { hasKey } from "../../vscode/session/collectorProof.ts";
import { inBackground, logFailure } from "../../vscode/ui/commands.ts";
import type { CollectorParts } from "./register.ts";

/**
 * Gives programs that are debugged or run while this window shows the collector its variables, in folders where the user
 * agreed. Stays registered: VS Code reports a provider that goes while a program is launched as an error.
 */
export function registerDebugInjection(parts: CollectorParts): Disposable {
  const { log } = parts;
  return debug.registerDebugConfigurationProvider("*", {
    // Runs last: the debugger has merged its files by then. A failure must not keep the program from starting.
    resolveDebugConfigurationWithSubstitutedVariables: async (folder, configuration) => {
      try {
        return await resolved(parts, folder, configuration);
      } catch (error) {
        logFailure(error, log);
        return configuration;
      }
    },
  });
}

async function resolved(
  parts: CollectorParts,
  folder: WorkspaceFolder | undefined,
  configuration: DebugConfiguration,
): Promise<DebugConfiguration> {
  if (!isLaunched(configuration) || dataOf(parts.sessions.session) !== "local") return configuration;
  if (!workspace.isTrusted) return configuration;
  const collector = await parts.collector.get();
  const address = collector.state.value.kind === "on" ? await collector.start() : null;
  if (address === null || !(await hasKey(address.url, address.key, 200))) {
    if (isAllowed(parts, folder) === true)
      window.showWarningMessage(l10n.t("The local collector did not answer: this run is not collected."));
    return configuration;
  }
  const env = withCollector(
    configuration.env,
    await envFiles(folder, configuration),
    process.env,
    weaveVariables(address),
  );
  if (env === undefined || !(await mayInject(parts, folder))) return configuration;
  return { ...configuration, env };
}

function nameOf(folder: WorkspaceFolder | undefined): string {
  return `collector/inject/${folder?.uri.toString() ?? ""}`;
}

/** The answer for a folder; undefined if it was not asked. */
function isAllowed({ context }: CollectorParts, folder: WorkspaceFolder | undefined): boolean | undefined {
  return context.workspaceState.get<boolean>(nameOf(folder));
}

/** Asks once per folder. */
async function mayInject(parts: CollectorParts, folder: WorkspaceFolder | undefined): Promise<boolean> {
  const { context, log } = parts;
  const known = isAllowed(parts, folder);
  if (known !== undefined) return known;
  const [yes, no] = [l10n.t("This Folder"), l10n.t("Not for This Folder")];
  const question = l10n.t("Send what programs started from here record to the local collector?");
  const detail = l10n.t(
    "Runs of wandb stay offline. Run Python File in Terminal, notebooks, tests and tasks are not covered: use New Terminal or Copy Environment of the local collector.",
  );
  const answer = await window.showInformationMessage(question, { modal: true, detail }, yes, no);
  if (answer === undefined) return false;
  inBackground(Promise.resolve(context.workspaceState.update(nameOf(folder), answer === yes)), log);
  return answer === yes;
}

/** The texts of the configuration's `envFile`, and of the default one of its folder. */
async function envFiles(
  folder: WorkspaceFolder | undefined,
  { envFile }: DebugConfiguration,
): Promise<readonly string[]> {
  const given = [envFile].flat().filter((each): each is string => typeof each === "string" && each !== "");
  const all = [
    ...given.map((file) => Uri.file(file)),
    ...(folder === undefined ? [] : [Uri.joinPath(folder.uri, ".env")]),
  ];
  const read = all.map(async (uri) => {
    try {
      return new TextDecoder().decode(await workspace.fs.readFile(uri));
    } catch {
      return "";
    }
  });
  return await Promise.all(read);
}
