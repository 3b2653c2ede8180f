import { commands } from "vscode";
import type { NetworkSettings } from "../../core/network.ts";
import { openSetting, writeClient } from "../../vscode/storage/settings.ts";
import type { CommandTable } from "../../vscode/ui/commands.ts";

/** Commands for failing requests: another HTTP client, or a longer timeout. */
export const networkCommands = {
  "weaveThreads.useEditorNetwork": () => sendBy("editor"),
  "weaveThreads.useOwnNetwork": () => sendBy("own"),
  "weaveThreads.openProxySetting": (given: unknown) =>
    openSetting(given === "http.proxyStrictSSL" ? given : "http.proxy"),
  "weaveThreads.openTimeoutSetting": () => openSetting("requestTimeout"),
} as const satisfies CommandTable;

async function sendBy(client: NetworkSettings["client"]): Promise<void> {
  await writeClient(client);
  await commands.executeCommand("weaveThreads.refresh");
}
