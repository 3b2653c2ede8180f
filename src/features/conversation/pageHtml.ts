import { Uri, type Webview } from "vscode";

/** Where the page's script and style sheet are. */
export function pageFolder(extensionUri: Uri): Uri {
  return Uri.joinPath(extensionUri, "dist");
}

/** The page, which may load its own script and style sheet and nothing else. */
export function pageHtml(webview: Webview, extensionUri: Uri, language: string): string {
  const address = (file: string) => String(webview.asWebviewUri(Uri.joinPath(pageFolder(extensionUri), file)));
  const { cspSource } = webview;
  const policy = `default-src 'none'; script-src ${cspSource}; style-src ${cspSource}`;
  return `<!DOCTYPE html>
<html lang="${/^[\w-]+$/.test(language) ? language : "en"}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${address("conversation.css")}">
</head>
<body>
<main id="conversation"></main>
<script type="module" src="${address("conversation.js")}"></script>
</body>
</html>`;
}
