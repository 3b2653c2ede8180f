import { createRequire } from "node:module";
import { minify } from "terser";
import { madeOnce } from "./madeOnce.ts";

const { version }: { version: string } = createRequire(import.meta.url)("terser/package.json");

/** A module that esbuild has minified, 3% smaller: terser also inlines, and drops what is never used. */
export async function minified(script: Buffer): Promise<Buffer> {
  return await madeOnce(`terser-${version}-module`, script, async () => {
    const options = { ecma: 2020, passes: 2 } as const;
    const { code } = await minify(script.toString(), { module: true, compress: options, format: { ecma: 2020 } });
    if (code === undefined) throw new Error("terser returned no code.");
    return Buffer.from(code);
  });
}
