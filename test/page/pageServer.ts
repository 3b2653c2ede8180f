import { once } from "node:events";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { type PageName, pageDocument } from "../../src/vscode/page/pageDocument.ts";
import { projectFolder } from "../editor/paths.ts";
import { bodyClasses, type Theme, themeSheet } from "./themes.ts";

export const pageNames: readonly PageName[] = ["conversation", "overview"];

/** The built scripts and style sheets of the pages. */
export const builtFiles: readonly string[] = globSync("*.{js,css}", { cwd: join(projectFolder, "dist") });

/** Serves the built pages as an editor tab does: in a cross-origin frame, with the strict content security policy. */
export interface PageServer extends AsyncDisposable {
  /** The URL of the window that embeds a page. */
  address(theme: Theme, name?: PageName): string;
  /** The origin of everything that the page loads. */
  readonly origin: string;
}

export async function startPageServer(): Promise<PageServer> {
  const built = async (name: string) => await readFile(join(projectFolder, "dist", name));
  const files = new Map<string, readonly [type: string, content: Buffer]>();
  for (const name of builtFiles)
    files.set(`/${name}`, [name.endsWith(".js") ? "text/javascript" : "text/css", await built(name)]);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://any");
    const theme = (["light", "highContrast", "highContrastLight"] as const).find(
      (one) => one === searchParams.get("theme"),
    );
    const name = pageNames.find((one) => one === searchParams.get("name")) ?? "conversation";
    const file = files.get(pathname);
    if (file !== undefined) response.setHeader("content-type", file[0]).end(file[1]);
    else if (pathname === "/theme.css") response.setHeader("content-type", "text/css").end(themeSheet(theme ?? "dark"));
    else if (pathname === "/page") {
      response.setHeader("content-type", "text/html; charset=utf-8").end(html(origin(), name, theme ?? "dark"));
    } else if (pathname === "/window") {
      const frame = `<iframe title="page" src="${origin()}/page?name=${name}&theme=${theme ?? "dark"}"></iframe>`;
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
    address: (theme, name = "conversation") => `http://localhost:${port()}/window?name=${name}&theme=${theme}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The extension's page with what VS Code adds to it: the theme's style sheet and body class. */
function html(source: string, page: PageName, theme: Theme): string {
  const address = (file: string) => `${source}/${file}`;
  return pageDocument({ page, title: page, language: "en", source, address })
    .replace("<link", `<link rel="stylesheet" href="${source}/theme.css?theme=${theme}">\n<link`)
    .replace("<body>", `<body class="${bodyClasses[theme]}">`);
}
