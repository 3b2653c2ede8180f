import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join, relative, resolve, sep } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { countFileJsonSchema } from "./src/service/schema/countFileJsonSchema.ts";

/** Self-contained bundles: they also run outside the extension, which loads the client on demand. */
const wholeBundles = {
  client: "src/service/client.ts",
  sampleService: "src/sampleService/worker.ts",
  zod: "src/zod.ts",
};

/** Turns `import("./service/client.ts")`, and imports of shared modules, into a `require` of the neighboring bundle. */
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

const options = {
  outdir: "dist",
  bundle: true,
  minify: true,
  sourcemap: process.argv.includes("--sourcemap"),
  platform: "node",
  target: "node22",
  external: ["vscode"],
  // The Node build also reads files and URLs, which is not needed here.
  alias: { "@vscode/l10n": "@vscode/l10n/dist/browser.js" },
  // Prefer ES modules: the UMD build of jsonc-parser cannot be bundled.
  mainFields: ["module", "main"],
  // Excludes undici's experimental second HTTP parser, as Node.js's own bundle does.
  define: { esbuildDetection: "true" },
  logLevel: "warning",
};
const commonJs = { ...options, format: "cjs", outExtension: { ".js": ".cjs" }, supported: { "dynamic-import": false } };

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

await rm("dist", { recursive: true, force: true });
await build({
  ...commonJs,
  entryPoints: wholeBundles,
  plugins: [bundlesBeside, oneHttpParser, withoutUnused, countPackages],
});

/**
 * Activation loads one small file. Dynamic imports are in a second file, loaded on demand, which imports shared code
 * from the first, so nothing is duplicated. esbuild splits code for ES modules only, so the output is split as ES
 * modules and then bundled as CommonJS.
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

/** The files imported dynamically by the entry point and its imports, except for the self-contained bundles. */
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

/** A path relative to this folder, with forward slashes as in imports. */
function fromHere(folder, path) {
  return relative(import.meta.dirname, resolve(folder, path)).replaceAll(sep, "/");
}

/** The webview pages: a script and a style sheet each. The target is the Chromium of the oldest supported VS Code. */
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

/** VS Code's extension page shows https images only, and relative links do not work there. */
const readme = await readFile("README.md", "utf8");
const withoutPictures = readme.replace(/^!\[.*\]\(media\/.*\)\n\n?/gm, "");
await writeFile("dist/README.md", withoutPictures.replace(/\[([^\]]+)\]\((?!https:)[^)]*\)/g, "$1"));

/** The JSON schema that the editor uses for count files. */
await writeFile("dist/countFile.schema.json", `${JSON.stringify(countFileJsonSchema())}\n`);
