import { glob } from "node:fs/promises";
import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { projectFolder } from "../editor/paths.ts";

/**
 * Bundles `test/host` into CommonJS files below `folder`, which is what an extension host can require.
 * Resolves with the path of the one that exports `run`.
 */
export async function bundleHostTests(folder: string): Promise<string> {
  const imports: string[] = [];
  for await (const file of glob("test/host/**/*.test.ts", { cwd: projectFolder })) {
    imports.push(`import ${JSON.stringify(`./${file}`)};`);
  }
  const common: BuildOptions = {
    bundle: true,
    platform: "node",
    target: "node22",
    format: "cjs",
    external: ["vscode"],
    // As in the build: the other form of jsonc-parser cannot be bundled.
    mainFields: ["module", "main"],
    sourcemap: "inline",
    logLevel: "warning",
  };
  const entry = join(folder, "run.cjs");
  await Promise.all([
    build({
      ...common,
      stdin: { contents: imports.sort().join("\n"), resolveDir: projectFolder, loader: "ts" },
      outfile: join(folder, "tests.cjs"),
    }),
    build({ ...common, entryPoints: [join(import.meta.dirname, "hostRun.ts")], outfile: entry }),
  ]);
  return entry;
}
