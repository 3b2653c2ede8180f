import { spawn } from "node:child_process";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { type Installation, installOnce } from "./installOnce.ts";
import { npmInstall } from "./npmInstall.ts";
import { fetchedFolder } from "./paths.ts";

const version = "0.35.5";

const installation: Installation = {
  name: `sharp-${version}`,
  announcement: `an image encoder (sharp ${version}), a few seconds`,
  fill: (folder, signal) => npmInstall(folder, [`sharp@${version}`], signal),
};

/** Converts a PNG screenshot to lossless WebP with a reduced palette. A browser's WebP would be 50% larger. */
export async function asWebp(png: Buffer, signal: AbortSignal): Promise<Buffer> {
  const folder = await installOnce(fetchedFolder, installation, signal);
  const module = pathToFileURL(join(folder, "node_modules", "sharp", "dist", "index.mjs")).href;
  const script = `
    import sharp from ${JSON.stringify(module)};
    import { buffer } from "node:stream/consumers";
    const few = await sharp(await buffer(process.stdin)).png({ palette: true, quality: 60, dither: 0, effort: 10 }).toBuffer();
    process.stdout.write(await sharp(few).webp({ lossless: true, quality: 100, effort: 6 }).toBuffer());
  `;
  const encoder = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["pipe", "pipe", "inherit"],
    signal,
  });
  encoder.stdin.end(png);
  return await buffer(encoder.stdout);
}
