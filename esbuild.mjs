import { globSync, readFileSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve, sep } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { minified } from "./release/minified.ts";
import { packedGuide, packedReadme, repositoryVariable } from "./release/packedReadme.ts";
import { messageHash } from "./src/core/text/messageHash.ts";
import { countFileJsonSchema } from "./src/service/schema/countFileJsonSchema.ts";

const require = createRequire(import.meta.url);

/** The version whose files the next two plugins replace. They must be checked before another version is built. */
const knownUndici = "8.12.4";
const { version: undici } = require("undici/package.json");
if (undici !== knownUndici) {
  throw new Error(
    `undici ${undici} is installed, but esbuild.mjs replaces files of undici ${knownUndici}. ` +
      "Check oneHttpParser and withoutUnused, then change knownUndici.",
  );
}

/**
 * undici embeds its HTTP parser twice as text, once with SIMD instructions. Only the portable one is shipped, as a
 * separate file that compresses to half the size. undici reads only two of the parser's tables.
 */
const oneHttpParser = {
  name: "one-http-parser",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]llhttp[\\/]llhttp(?:_simd)?-wasm\.js$/ }, () => ({
      contents: `
        const { readFileSync } = require("node:fs");
        const { brotliDecompressSync } = require("node:zlib");
        module.exports = brotliDecompressSync(readFileSync(require.resolve("./llhttp.wasm.br")));`,
    }));
    onLoad({ filter: /[\\/]llhttp[\\/]constants\.js$/ }, ({ path }) => {
      const { ERROR, TYPE } = require(path);
      return { contents: `module.exports = ${JSON.stringify({ ERROR, TYPE })}` };
    });
  },
};

/**
 * Drops the parts of undici that a POST of a string over HTTP/1.1 never reaches: HTTP/2, form data and the rest of its
 * `fetch`. undici requires them lazily or calls them for that protocol only.
 */
const withoutUnused = {
  name: "without-unused",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]undici[\\/]lib[\\/](?:dispatcher[\\/]client-h2|web[\\/].+)\.js$/ }, () => ({
      contents: "",
    }));
  },
};

/** Packages whose code is bundled. */
const packages = new Set();
const countPackages = {
  name: "count-packages",
  setup({ onEnd, initialOptions }) {
    initialOptions.metafile = true;
    onEnd(({ metafile }) => {
      for (const file of Object.keys(metafile?.inputs ?? {})) {
        const [, name] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
        if (name !== undefined) packages.add(name);
      }
    });
  },
};

/**
 * Everything imported dynamically is one file, loaded on demand: esbuild would make a file of each set of modules that
 * two of them share, about 80, and activation would wait for 50 of them. Only `src/extension.ts` is left as it is: the
 * client is a file of its own.
 */
const onDemand = {
  name: "on-demand",
  setup({ onLoad, onResolve }) {
    const own = /(?<!typeof )\bimport\("(\.[^"]+)"\)/g;
    const found = globSync("src/{core,features,vscode}/**/*.ts").flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(own)].map(([, path]) => resolve(dirname(file), path)),
    );
    const modules = [...new Set(found)].sort();
    onLoad({ filter: /[\\/]src[\\/](?:core|features|vscode)[\\/].+\.ts$/ }, async ({ path }) => ({
      loader: "ts",
      contents: (await readFile(path, "utf8")).replace(
        own,
        (_, imported) => `import("on-demand").then((all) => all.m${modules.indexOf(resolve(dirname(path), imported))})`,
      ),
    }));
    onResolve({ filter: /^on-demand$/ }, ({ path }) => ({ path, namespace: path }));
    onLoad({ filter: /./, namespace: "on-demand" }, () => ({
      contents: modules.map((path, index) => `export * as m${index} from ${JSON.stringify(path)};`).join("\n"),
      resolveDir: import.meta.dirname,
    }));
  },
};

/**
 * The readers of messages are one file, which the extension and the conversation page import: they would be a twelfth of
 * the package if each had them. They have no state and no texts for users.
 */
const readers = resolve("src/core/messages");
const isReader = (path) => path.startsWith(`${readers}${sep}`);
const sharedReaders = {
  name: "shared-readers",
  setup({ onResolve }) {
    onResolve({ filter: /\/messages\/\w+\.ts$/ }, ({ path, importer, resolveDir }) =>
      isReader(resolve(resolveDir, path)) && !isReader(importer)
        ? { path: "./readers.js", external: true, sideEffects: false }
        : undefined,
    );
  },
};
/** The modules of `readers` that others import, other than their types. */
const importedReaders = new Set(
  globSync("src/{core,features,vscode,webview}/**/*.ts").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^(?!import type).*\b(?:from |import\()"(\.[^"]+)"/gm)]
      .map(([, path]) => resolve(dirname(file), path))
      .filter((path) => isReader(path) && !isReader(resolve(file))),
  ),
);

const isForDebugging = process.argv.includes("--sourcemap");

await rm("dist", { recursive: true, force: true });
/** The extension, and the sample service and the local collector, which run in threads of their own. */
await build({
  entryPoints: {
    extension: "src/extension.ts",
    localService: "src/localService/worker.ts",
  },
  outdir: "dist",
  bundle: true,
  splitting: true,
  minify: true,
  sourcemap: isForDebugging,
  platform: "node",
  target: "node22",
  format: "esm",
  outExtension: { ".js": ".mjs" },
  external: ["vscode"],
  // The Node build also reads files and URLs, which is not needed here.
  alias: { "@vscode/l10n": "@vscode/l10n/dist/browser.js" },
  // Prefer ES modules: the UMD build of jsonc-parser cannot be bundled.
  mainFields: ["module", "main"],
  // Excludes undici's experimental second HTTP parser, as Node.js's own bundle does.
  define: { esbuildDetection: "true" },
  // undici is CommonJS.
  banner: {
    js: 'import { createRequire as requireFor } from "node:module"; const require = requireFor(import.meta.url);',
  },
  plugins: [onDemand, sharedReaders, oneHttpParser, withoutUnused, countPackages],
  logLevel: "warning",
});

await build({
  stdin: {
    contents: [...importedReaders]
      .sort()
      .map((path) => `export * from ${JSON.stringify(path)};`)
      .join("\n"),
    resolveDir: import.meta.dirname,
  },
  outfile: "dist/readers.js",
  bundle: true,
  minify: true,
  sourcemap: isForDebugging,
  platform: "neutral",
  target: ["node22", "chrome138"],
  format: "esm",
  plugins: [countPackages],
  logLevel: "warning",
});

/**
 * The webview pages: a script and a style sheet each, and a script that they share. The target is the Chromium of the
 * oldest supported VS Code.
 */
await build({
  entryPoints: ["conversation", "overview"].flatMap((page) => [
    { in: `src/webview/${page}/main.ts`, out: page },
    { in: `src/webview/${page}/style.css`, out: page },
  ]),
  outdir: "dist",
  bundle: true,
  minify: true,
  sourcemap: isForDebugging,
  platform: "browser",
  target: "chrome138",
  format: "esm",
  splitting: true,
  chunkNames: "pages-[hash]",
  plugins: [sharedReaders, countPackages],
  logLevel: "warning",
});

if (!isForDebugging) {
  for (const file of globSync("dist/*.{js,mjs}")) {
    await writeFile(file, await minified(await readFile(file)));
  }
}

/** The terms of this extension's license. */
const [, mitTerms] = (await readFile("LICENSE", "utf8")).split(/^Copyright .*\n/m);
const mitLicence = (author) => `MIT License\n\nCopyright (c) ${author}\n${mitTerms}`;

/** License texts of the bundled packages. A package without a license file uses the license named in its manifest. */
const licenses = [...packages].sort().map(async (name) => {
  const folder = join("node_modules", name);
  const file = (await readdir(folder)).find((one) => /^licen[cs]e(?:\.\w+)?$/i.test(one));
  const { version, license, author } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  if (file === undefined && license !== "MIT") throw new Error(`${name} is bundled but has no license.`);
  const text = file === undefined ? mitLicence(author) : await readFile(join(folder, file), "utf8");
  return `${name} ${version}\n\n${text.trim()}\n`;
});
await writeFile("dist/ThirdPartyLicenses.txt", (await Promise.all(licenses)).join(`\n${"-".repeat(80)}\n\n`));

await writeFile("dist/llhttp.wasm.br", brotliCompressSync(require("undici/lib/llhttp/llhttp-wasm.js")));

const hasRepository = process.env[repositoryVariable] !== undefined;
await writeFile("dist/README.md", packedReadme(await readFile("README.md", "utf8"), hasRepository));
await writeFile("dist/guide.md", packedGuide(await readFile("docs/guide.md", "utf8")));

/** The hashes of the messages as one text, and their translations as lists, in one order: see `translations.ts`. */
const english = Object.keys(JSON.parse(readFileSync("l10n/bundle.l10n.json", "utf8")));
const hashes = english.map(messageHash);
if (new Set(hashes).size < english.length) throw new Error("Two messages have the same hash. Change one of them.");
const translated = globSync("l10n/bundle.l10n.*.json")
  .filter((file) => !file.endsWith("bundle.l10n.json"))
  .sort();
const messages = translated.map((file) => [
  /\.([a-z-]+)\.json$/.exec(file)?.[1],
  Object.values(JSON.parse(readFileSync(file, "utf8"))),
]);
await writeFile("dist/messages.json", JSON.stringify({ hashes: hashes.join(" "), ...Object.fromEntries(messages) }));

/** The JSON schema that the editor uses for count files. */
await writeFile("dist/countFile.schema.json", `${JSON.stringify(countFileJsonSchema())}\n`);
