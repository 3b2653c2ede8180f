import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join, relative, resolve, sep } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { countFileJsonSchema } from "./src/service/schema/countFileJsonSchema.ts";

/** Bundles that are whole by themselves, for they run without the editor's part: it loads the client when first needed. */
const wholeBundles = {
  client: "src/service/client.ts",
  sampleService: "src/sampleService/worker.ts",
  zod: "src/zod.ts",
};

/** Turns `import("./service/client.ts")`, and any import of what bundles share, into a `require` of the bundle beside. */
const bundlesBeside = {
  name: "bundles-beside",
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ path, kind }) => {
      const shared = kind === "import-statement" && path.endsWith("/zod.ts");
      if (kind !== "dynamic-import" && !shared) return undefined;
      const ending = path.replace(/^(\.+\/)+/, "/");
      const bundle = Object.keys(wholeBundles).find((name) => wholeBundles[name].endsWith(ending));
      return bundle === undefined ? undefined : { path: `./${bundle}.cjs`, external: true };
    });
  },
};

const require = createRequire(import.meta.url);

/**
 * undici brings its HTTP parser twice, the other time for processors with vector instructions, and both as text in its
 * code. One runs everywhere; it is shipped as a file of its own, which packs to half of that. Of the parser's tables
 * undici reads two.
 */
const oneHttpParser = {
  name: "one-http-parser",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]llhttp[\\/]llhttp(?:_simd)?-wasm\.js$/ }, () => ({
      contents: `
        const { readFileSync } = require("node:fs");
        const { join } = require("node:path");
        const { brotliDecompressSync } = require("node:zlib");
        module.exports = brotliDecompressSync(readFileSync(join(__dirname, "llhttp.wasm.br")));`,
    }));
    onLoad({ filter: /[\\/]llhttp[\\/]constants\.js$/ }, ({ path }) => {
      const { ERROR, TYPE } = require(path);
      return { contents: `module.exports = ${JSON.stringify({ ERROR, TYPE })}` };
    });
  },
};

/**
 * Of undici, what a POST of a string over HTTP/1.1 never reaches: HTTP/2, form data and the rest of its `fetch`. They are
 * required at the moment of need, or are one function that is called for that protocol alone.
 */
const withoutUnused = {
  name: "without-unused",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]undici[\\/]lib[\\/](?:dispatcher[\\/]client-h2|web[\\/].+)\.js$/ }, () => ({
      contents: "",
    }));
  },
};

const options = {
  outdir: "dist",
  bundle: true,
  minify: true,
  sourcemap: process.argv.includes("--sourcemap"),
  platform: "node",
  target: "node22",
  external: ["vscode"],
  // Its other build reads files and addresses; nothing here does.
  alias: { "@vscode/l10n": "@vscode/l10n/dist/browser.js" },
  // Of a package with both, the ES module: the other form of jsonc-parser loads its parts in a way that cannot be bundled.
  mainFields: ["module", "main"],
  // undici leaves its experimental second HTTP parser out of the bundles that Node.js is made from; so do these.
  define: { esbuildDetection: "true" },
  logLevel: "warning",
};
const commonJs = { ...options, format: "cjs", outExtension: { ".js": ".cjs" }, supported: { "dynamic-import": false } };

/** Packages whose code is in what is shipped. */
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

await rm("dist", { recursive: true, force: true });
await build({
  ...commonJs,
  entryPoints: wholeBundles,
  plugins: [bundlesBeside, oneHttpParser, withoutUnused, countPackages],
});

/**
 * What runs at activation is one file, small because what it imports dynamically is in another: that is loaded when
 * something of it is first needed, and takes what both need from the first, so that nothing is shipped or run twice.
 * esbuild parts code like that for ES modules alone: it is parted as those, and the parts are bundled again.
 */
const doors = await dynamicImports("src/extension.ts");
const parted = await build({
  ...options,
  entryPoints: { extension: "src/extension.ts", onDemand: "doors" },
  format: "esm",
  splitting: true,
  sourcemap: options.sourcemap && "inline",
  write: false,
  plugins: [
    bundlesBeside,
    countPackages,
    {
      name: "doors",
      setup({ onResolve, onLoad }) {
        onResolve({ filter: /^doors$/ }, ({ path }) => ({ path, namespace: "doors" }));
        onLoad({ filter: /./, namespace: "doors" }, () => ({
          contents: doors.map((door) => `export * as ${JSON.stringify(door)} from "./${door}"`).join("\n"),
          resolveDir: import.meta.dirname,
        }));
        onResolve({ filter: /\.ts$/ }, ({ path, kind, resolveDir }) =>
          kind === "dynamic-import" ? { path: `door:${fromHere(resolveDir, path)}`, external: true } : undefined,
        );
      },
    },
  ],
});
const parts = new Map(parted.outputFiles.map((file) => [basename(file.path), file.contents]));
const shared = [...parts.keys()].filter((part) => part.startsWith("chunk-"));
const readParts = {
  name: "parts",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.cjs$/ }, ({ path }) => ({ path, external: true }));
    onResolve({ filter: /^\.\/[^/]+\.js$/ }, ({ path, importer }) =>
      importer === "onDemand.js"
        ? { path: "./extension.cjs", external: true }
        : { path: basename(path), namespace: "part" },
    );
    onLoad({ filter: /./, namespace: "part" }, ({ path }) => ({ contents: parts.get(path), resolveDir: "." }));
    onResolve({ filter: /^door:/ }, ({ path }) => ({ path, namespace: "door" }));
    onLoad({ filter: /./, namespace: "door" }, ({ path }) => ({
      contents: `module.exports = require("./onDemand.cjs")[${JSON.stringify(path.slice("door:".length))}]`,
      resolveDir: ".",
    }));
  },
};
for (const [name, exported] of [
  ["extension", ["extension.js", ...shared]],
  ["onDemand", ["onDemand.js"]],
]) {
  await build({
    ...commonJs,
    stdin: { contents: exported.map((part) => `export * from "./${part}"`).join("\n"), resolveDir: "." },
    outdir: undefined,
    outfile: `dist/${name}.cjs`,
    plugins: [readParts],
  });
}

/** The files below this folder that are imported dynamically from a file on, but for the whole bundles. */
async function dynamicImports(entryPoint) {
  const found = new Set();
  const collector = {
    name: "collector",
    setup({ onResolve }) {
      onResolve({ filter: /\.ts$/ }, ({ path, kind, resolveDir }) => {
        if (kind === "dynamic-import") found.add(fromHere(resolveDir, path));
      });
    },
  };
  await build({ ...commonJs, entryPoints: [entryPoint], write: false, plugins: [bundlesBeside, collector] });
  return [...found].sort();
}

/** With slashes on every platform, as import paths have them. */
function fromHere(folder, path) {
  return relative(import.meta.dirname, resolve(folder, path)).replaceAll(sep, "/");
}

/** The pages that run in tabs of the editor: each one script and one style sheet, for the oldest Chromium they meet there. */
await build({
  entryPoints: ["conversation", "overview"].flatMap((page) => [
    { in: `src/webview/${page}/main.ts`, out: page },
    { in: `src/webview/${page}/style.css`, out: page },
  ]),
  outdir: "dist",
  bundle: true,
  minify: true,
  sourcemap: process.argv.includes("--sourcemap"),
  platform: "browser",
  target: "chrome138",
  format: "iife",
  plugins: [countPackages],
  logLevel: "warning",
});

/** The terms of this extension's own licence. */
const [, mitTerms] = (await readFile("LICENSE", "utf8")).split(/^Copyright .*\n/m);
const mitLicence = (author) => `MIT License\n\nCopyright (c) ${author}\n${mitTerms}`;

/** Licences ask to go with what they are of; a package without the file is under what its manifest names. */
const licences = [...packages].sort().map(async (name) => {
  const folder = join("node_modules", name);
  const file = (await readdir(folder)).find((one) => /^licen[cs]e(?:\.\w+)?$/i.test(one));
  const { version, license, author } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  if (file === undefined && license !== "MIT") throw new Error(`${name} is bundled and has no licence.`);
  const text = file === undefined ? mitLicence(author) : await readFile(join(folder, file), "utf8");
  return `${name} ${version}\n\n${text.trim()}\n`;
});
await writeFile("dist/ThirdPartyLicences.txt", (await Promise.all(licences)).join(`\n${"-".repeat(80)}\n\n`));

await writeFile("dist/llhttp.wasm.br", brotliCompressSync(require("undici/lib/llhttp/llhttp-wasm.js")));

/** The page of an installed extension loads pictures from https URLs only, and links to files of the project lead nowhere. */
const readme = await readFile("README.md", "utf8");
const withoutPictures = readme.replace(/^!\[.*\]\(media\/.*\)\n\n?/gm, "");
await writeFile("dist/README.md", withoutPictures.replace(/\[([^\]]+)\]\((?!https:)[^)]*\)/g, "$1"));

/** What the editor completes and checks count files with. */
await writeFile("dist/countFile.schema.json", `${JSON.stringify(countFileJsonSchema())}\n`);
