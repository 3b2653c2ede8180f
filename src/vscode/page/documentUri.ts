import { Uri } from "vscode";
import { type DocumentAddress, documentParts } from "../../core/documents/documentAddress.ts";
import { documentScheme } from "./tabs.ts";

/** `op` is the call's, for its name in the path. */
export function documentUri(address: DocumentAddress, op?: string): Uri {
  return Uri.from({ scheme: documentScheme, ...documentParts(address, op) });
}
