import { Uri, type Webview } from "vscode";

/** Where the scripts and style sheets of pages are. */
export function pageFolder(extensionUri: Uri): Uri {
  return Uri.joinPath(extensionUri, "dist");
}

/** The page of this name, which may load its own script and style sheet and nothing else. */
export function pageHtml(
  page: "conversation" | "overview",
  webview: Webview,
  extensionUri: Uri,
  language: string,
): string {
  const address = (file: string) => String(webview.asWebviewUri(Uri.joinPath(pageFolder(extensionUri), file)));
  const { cspSource } = webview;
  const policy = `default-src 'none'; script-src ${cspSource}; style-src ${cspSource}`;
  return `<!DOCTYPE html>
<html lang="${/^[\w-]+$/.test(language) ? language : "en"}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${address(`${page}.css`)}">
</head>
<body>
<main id="${page}"></main>
<script type="module" src="${address(`${page}.js`)}"></script>
</body>
</html>`;
}
