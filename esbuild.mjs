import { build } from "esbuild";

/**
 * What runs at activation is one small file. Modules that it imports dynamically are bundles of their own, loaded when
 * they are first needed.
 */
const bundles = {
  extension: "src/extension.ts",
  client: "src/service/client.ts",
  sampleService: "src/sampleService/worker.ts",
};

/** Turns `import("./service/client.ts")` into a `require` of the bundle beside. */
const bundlesBeside = {
  name: "bundles-beside",
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ path, kind }) => {
      if (kind !== "dynamic-import") return undefined;
      const bundle = Object.keys(bundles).find((name) => bundles[name].endsWith(path.replace(/^\.+/, "")));
      if (bundle === undefined) return { errors: [{ text: `${path} is no bundle: name it in esbuild.mjs` }] };
      return { path: `./${bundle}.cjs`, external: true };
    });
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
  // undici leaves its experimental second HTTP parser out of the bundles that Node.js is made from; so do these.
  define: { esbuildDetection: "true" },
  plugins: [bundlesBeside],
  logLevel: "warning",
});
