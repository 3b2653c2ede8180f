import type { Disposable, LogOutputChannel } from "vscode";
import { registerCommands } from "../../host/commands.ts";

export function registerLog(log: LogOutputChannel): Disposable[] {
  return registerCommands({ "weaveThreads.showLog": () => log.show() }, log);
}
