export type PageName = "conversation" | "overview";

export interface PageDocument {
  readonly page: PageName;
  /** What the page is, for screen readers. */
  readonly title: string;
  /** BCP 47; anything else counts as English. */
  readonly language: string;
  /** What the page may load from, in the form of a Content-Security-Policy. */
  readonly source: string;
  /** The URL of a built file, such as `overview.js`. */
  address(file: string): string;
}

/** The text of a page, which may load its own script and style sheet and nothing else, and submit nothing. */
export function pageDocument({ page, title, language, source, address }: PageDocument): string {
  // The last two have no default.
  const policy = `default-src 'none'; script-src ${source}; style-src ${source}; form-action 'none'; base-uri 'none'`;
  return `<!DOCTYPE html>
<html lang="${/^[\w-]+$/.test(language) ? language : "en"}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${address(`${page}.css`)}">
</head>
<body>
<main id="${page}"></main>
<script type="module" src="${address(`${page}.js`)}"></script>
</body>
</html>`;
}
