import { Uri, type Webview } from "vscode";
import { type PageName, pageDocument } from "./pageDocument.ts";

/** The folder of the pages' scripts and style sheets. */
export function pageFolder(extensionUri: Uri): Uri {
  return Uri.joinPath(extensionUri, "dist");
}

/** The page of this name, for a webview. */
export function pageHtml(page: PageName, webview: Webview, extensionUri: Uri, language: string): string {
  return pageDocument({
    page,
    language,
    source: webview.cspSource,
    address: (file) => String(webview.asWebviewUri(Uri.joinPath(pageFolder(extensionUri), file))),
  });
}
