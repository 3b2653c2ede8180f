import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type Installation, installOnce } from "./installOnce.ts";
import { npmInstall } from "./npmInstall.ts";
import { fetchedFolder } from "./paths.ts";

const version = "153.0.0";

/** A Chromium unpacked from npm. */
export type UnpackedChromium = {
  executable: string;
  /** Shared libraries that a minimal system lacks, for `LD_LIBRARY_PATH`. */
  libraries: string;
  /** A fontconfig file for the included fonts, for `FONTCONFIG_FILE`. */
  fontConfig: string;
};

/** The Chromium of the npm package `@sparticuz/chromium`, downloaded and unpacked on first use. */
export async function unpackedChromium(signal: AbortSignal): Promise<UnpackedChromium> {
  const folder = await installOnce(fetchedFolder, installation, signal);
  return {
    executable: join(folder, "unpacked", "chromium"),
    libraries: join(folder, "unpacked", "al2023", "lib"),
    fontConfig: join(folder, "fonts.conf"),
  };
}

const installation: Installation = {
  name: `chromium-${version}`,
  announcement: `a browser (@sparticuz/chromium ${version}), a few seconds`,
  async fill(folder, signal) {
    await npmInstall(folder, [`@sparticuz/chromium@${version}`], signal);
    await unpack(folder, signal);
    await writeFile(
      join(folder, "fonts.conf"),
      '<?xml version="1.0"?>\n<fontconfig><dir prefix="relative">unpacked/fonts</dir>' +
        '<cachedir prefix="xdg">fontconfig</cachedir></fontconfig>\n',
    );
  },
};

/**
 * The package unpacks into its process's temporary folder, and unpacks its shared libraries only on Amazon Linux. Both
 * depend on environment variables, so it runs in a separate process.
 */
async function unpack(folder: string, signal: AbortSignal): Promise<void> {
  const target = join(folder, "unpacked");
  await mkdir(target);
  const module = pathToFileURL(join(folder, "node_modules", "@sparticuz", "chromium", "build", "index.js")).href;
  const script = `await (await import(${JSON.stringify(module)})).default.executablePath()`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    env: { ...process.env, TMPDIR: target, AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" },
    signal,
  });
}
