import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { countFileJsonSchema } from "./src/service/schema/countFileJsonSchema.ts";

const require = createRequire(import.meta.url);

/**
 * What runs at activation is one small file. Modules that it imports dynamically are bundles of their own, loaded when
 * they are first needed.
 */
const bundles = {
  extension: "src/extension.ts",
  callDocuments: "src/features/documents/callDocuments.ts",
  client: "src/service/client.ts",
  conversationTabs: "src/features/conversation/conversationTabs.ts",
  opCode: "src/features/opCode/opCode.ts",
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
      const bundle = Object.keys(bundles).find((name) => bundles[name].endsWith(path.replace(/^(\.+\/)+/, "/")));
      if (bundle === undefined) return { errors: [{ text: `${path} is no bundle: name it in esbuild.mjs` }] };
      return { path: `./${bundle}.cjs`, external: true };
    });
  },
};

/**
 * undici brings its HTTP parser twice, the other time for processors with vector instructions. One runs everywhere. It
 * travels compressed: as the text that undici keeps it in, it would be a tenth of the packed extension.
 */
const oneHttpParser = {
  name: "one-http-parser",
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /\/llhttp_simd-wasm\.js$/ }, ({ path, kind, resolveDir }) =>
      resolve(path.replace("llhttp_simd-wasm", "llhttp-wasm"), { kind, resolveDir }),
    );
    onLoad({ filter: /[\\/]llhttp-wasm\.js$/ }, ({ path }) => {
      const packed = brotliCompressSync(require(path)).toString("base64");
      const contents = `const { brotliDecompressSync } = require("node:zlib");
        module.exports = brotliDecompressSync(Buffer.from("${packed}", "base64"));`;
      return { contents };
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

await build({
  entryPoints: bundles,
  outdir: "dist",
  outExtension: { ".js": ".cjs" },
  bundle: true,
  minify: true,
  sourcemap: process.argv.includes("--sourcemap"),
  platform: "node",
  target: "node22",
  format: "cjs",
  supported: { "dynamic-import": false },
  external: ["vscode"],
  // Of a package with both, the ES module: the other form of jsonc-parser loads its parts in a way that cannot be bundled.
  mainFields: ["module", "main"],
  // undici leaves its experimental second HTTP parser out of the bundles that Node.js is made from; so do these.
  define: { esbuildDetection: "true" },
  plugins: [bundlesBeside, oneHttpParser, withoutUnused],
  logLevel: "warning",
});

/** The page that runs in a tab of the editor: one script and one style sheet, for the oldest Chromium it meets there. */
await build({
  entryPoints: [
    { in: "src/webview/conversation/main.ts", out: "conversation" },
    { in: "src/webview/conversation/style.css", out: "conversation" },
  ],
  outdir: "dist",
  bundle: true,
  minify: true,
  sourcemap: process.argv.includes("--sourcemap"),
  platform: "browser",
  target: "chrome138",
  format: "iife",
  logLevel: "warning",
});

/** What the editor completes and checks count files with. */
await mkdir("dist", { recursive: true });
await writeFile("dist/countFile.schema.json", `${JSON.stringify(countFileJsonSchema())}\n`);
