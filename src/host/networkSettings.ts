import { workspace } from "vscode";
import { type NetworkSettings, readNetwork } from "../core/network.ts";

/**
 * The settings of this moment. No workspace can choose the way of a key: VS Code gives those of `http.*` that are read here
 * the scope "application" (in a remote window "machine") and restricts them to trusted folders besides
 * (`vs/platform/request/common/request.ts`), the two of `weaveThreads` are declared "application", and for either scope
 * `get` passes over what a workspace or folder says.
 */
export function networkSettings(): NetworkSettings {
  const settings = workspace.getConfiguration();
  return readNetwork((id) => settings.get<unknown>(id), process.env);
}
