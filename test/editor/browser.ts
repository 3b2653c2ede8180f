import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { unpackedChromium } from "./chromiumPackage.ts";
import { SetupError } from "./setupError.ts";

type Candidate = { executable: string; environment?: Readonly<Record<string, string>> };

const systemNames = [
  "google-chrome-stable",
  "google-chrome",
  "chromium",
  "chromium-browser",
  "microsoft-edge-stable",
  "microsoft-edge",
];

/**
 * Starts a headless browser: `CHROME_PATH`, else one on the path, else the Chromium from npm with its own shared
 * libraries if the system lacks them. Candidates are tried in order until one starts. On Linux, each draws with the
 * fonts of the fontconfig file if one is given, whatever fonts the system has.
 */
export async function launchBrowser(signal: AbortSignal, fontConfig?: string): Promise<Browser> {
  const fonts: Candidate["environment"] = fontConfig === undefined ? {} : { FONTCONFIG_FILE: fontConfig };
  let failure: unknown;
  for await (const { executable, environment } of candidates(signal)) {
    signal.throwIfAborted();
    try {
      return await launch({ executable, environment: { ...environment, ...fonts } });
    } catch (error) {
      failure = error;
    }
  }
  const named = process.env.CHROME_PATH;
  throw new SetupError(
    named
      ? `Could not start the browser in CHROME_PATH: set it to a Chrome, Chromium or Edge executable, or unset it.`
      : `Could not start a browser: install Chrome, Chromium or Edge, or set CHROME_PATH to one.`,
    { cause: failure },
  );
}

async function* candidates(signal: AbortSignal): AsyncGenerator<Candidate> {
  const named = process.env.CHROME_PATH;
  if (named) {
    yield { executable: named };
    return;
  }
  for (const executable of await systemBrowsers()) yield { executable };
  if (process.platform !== "linux" || process.arch !== "x64") return;
  const { executable, libraries, fontConfig } = await unpackedChromium(signal);
  const fonts = (await isReadable("/etc/fonts/fonts.conf")) ? {} : { FONTCONFIG_FILE: fontConfig };
  yield { executable, environment: fonts };
  yield { executable, environment: { ...fonts, LD_LIBRARY_PATH: libraries } };
}

async function systemBrowsers(): Promise<string[]> {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const paths = systemNames.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = await Promise.all(paths.map(async (path) => ((await isReadable(path)) ? [path] : [])));
  return found.flat();
}

async function isReadable(path: string): Promise<boolean> {
  try {
    await access(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Disables Playwright's signal handlers, which would close the browser before the caller's cleanup. */
function launch({ executable, environment }: Candidate): Promise<Browser> {
  return chromium.launch({
    executablePath: executable,
    args: ["--disable-gpu"],
    env: { ...process.env, ...environment },
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  });
}
