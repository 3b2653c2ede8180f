import type { NetworkSettings } from "../../core/network.ts";
import { openSetting, writeClient } from "../../vscode/storage/settings.ts";
import type { CommandTable } from "../../vscode/ui/commands.ts";
import type { App } from "../app.ts";

/** Commands for failing requests: another HTTP client, or a longer timeout. */
export function networkCommands({ refresh }: App): CommandTable {
  const sendBy = async (client: NetworkSettings["client"]) => {
    await writeClient(client);
    await refresh();
  };
  return {
    "weaveThreads.useEditorNetwork": () => sendBy("editor"),
    "weaveThreads.useOwnNetwork": () => sendBy("own"),
    "weaveThreads.openProxySetting": (given: unknown) =>
      openSetting(given === "http.proxyStrictSSL" ? given : "http.proxy"),
    "weaveThreads.openTimeoutSetting": () => openSetting("requestTimeout"),
  };
}
