import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { projectFolder } from "../editor/paths.ts";
import { bodyClasses, type Theme, themeSheet } from "./themes.ts";

/** Serves the built page as a tab of the editor holds it: in a frame of another origin, under the strict policy. */
export interface PageServer extends AsyncDisposable {
  /** The address of the window around the page. */
  address(theme: Theme): string;
  /** Begins the addresses of everything that the page loads. */
  readonly origin: string;
}

export async function startPageServer(): Promise<PageServer> {
  const built = async (name: string) => await readFile(join(projectFolder, "dist", name));
  const files: Readonly<Record<string, readonly [type: string, content: Buffer]>> = {
    "/conversation.js": ["text/javascript", await built("conversation.js")],
    "/conversation.css": ["text/css", await built("conversation.css")],
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://any");
    const theme = (["light", "highContrast", "highContrastLight"] as const).find(
      (one) => one === searchParams.get("theme"),
    );
    const file = files[pathname];
    if (file !== undefined) response.setHeader("content-type", file[0]).end(file[1]);
    else if (pathname === "/theme.css") response.setHeader("content-type", "text/css").end(themeSheet(theme ?? "dark"));
    else if (pathname === "/page") {
      response.setHeader("content-type", "text/html; charset=utf-8").end(html(origin(), theme ?? "dark"));
    } else if (pathname === "/window") {
      const frame = `<iframe title="page" src="${origin()}/page?theme=${theme ?? "dark"}"></iframe>`;
      const style =
        "<style>html, body, iframe { margin: 0; border: 0; width: 100%; height: 100%; display: block }</style>";
      response.setHeader("content-type", "text/html; charset=utf-8").end(`<!doctype html>${style}${frame}`);
    } else response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = () => {
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  };
  const origin = () => `http://127.0.0.1:${port()}`;
  return {
    origin: origin(),
    address: (theme) => `http://localhost:${port()}/window?theme=${theme}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** As the extension writes it, and the sheet of the theme that VS Code adds. */
function html(source: string, theme: Theme): string {
  const policy = `default-src 'none'; script-src ${source}; style-src ${source}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${source}/theme.css?theme=${theme}">
<link rel="stylesheet" href="${source}/conversation.css">
<title>Conversation</title>
</head>
<body class="${bodyClasses[theme]}"><main id="conversation"></main><script type="module" src="${source}/conversation.js"></script></body>
</html>`;
}
