import { Uri } from "vscode";
import { type DocumentAddress, documentParts } from "../../core/documents/documentAddress.ts";

/** The scheme of read-only documents about calls. */
export const documentScheme = "weave-call";

/** `op` is the call's, for its name in the path. */
export function documentUri(address: DocumentAddress, op?: string): Uri {
  return Uri.from({ scheme: documentScheme, ...documentParts(address, op) });
}
