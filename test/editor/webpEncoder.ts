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

/** Milliseconds for which each frame of a moving picture is shown. */
const frameMs = 2000;

/**
 * Converts PNG screenshots to lossless WebP with a reduced palette: several are the frames of a moving picture. A
 * browser's WebP would be 50% larger.
 */
export async function asWebp(frames: readonly Buffer[], signal: AbortSignal): Promise<Buffer> {
  const folder = await installOnce(fetchedFolder, installation, signal);
  const module = pathToFileURL(join(folder, "node_modules", "sharp", "dist", "index.mjs")).href;
  const script = `
    import sharp from ${JSON.stringify(module)};
    import { json } from "node:stream/consumers";
    const few = await Promise.all((await json(process.stdin)).map((png) =>
      sharp(Buffer.from(png, "base64")).png({ palette: true, quality: 60, dither: 0, effort: 10 }).toBuffer()));
    const picture = few.length === 1 ? sharp(few[0]) : sharp(few, { join: { animated: true } });
    const delay = few.map(() => ${frameMs});
    process.stdout.write(await picture.webp({ lossless: true, quality: 100, effort: 6, loop: 0, delay }).toBuffer());
  `;
  const encoder = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["pipe", "pipe", "inherit"],
    signal,
  });
  encoder.stdin.end(JSON.stringify(frames.map((png) => png.toString("base64"))));
  return await buffer(encoder.stdout);
}
