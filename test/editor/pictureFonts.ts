import { copyFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type Installation, installOnce } from "./installOnce.ts";
import { npmInstall } from "./npmInstall.ts";
import { fetchedFolder } from "./paths.ts";

/** Fonts for every script in the sample project. Chromium on Linux reads TTF files, not the WOFF2 of other packages. */
const packages = {
  "noto-sans": "0.4.2",
  "noto-sans-mono": "0.4.2",
  "noto-sans-arabic": "0.4.3",
  "noto-sans-hebrew": "0.4.1",
  "noto-sans-devanagari": "0.4.1",
  "noto-sans-thai": "0.4.2",
  "noto-sans-jp": "0.4.3",
  "noto-sans-sc": "0.4.3",
  "noto-sans-kr": "0.4.3",
  "noto-sans-symbols": "0.4.1",
  "noto-sans-symbols-2": "0.4.1",
  "noto-color-emoji": "0.4.6",
};
const weights = ["400Regular", "400Regular_Italic", "700Bold"];

const installation: Installation = {
  name: "picture-fonts-1",
  announcement: "fonts for pictures (Noto, 60 MB), half a minute",
  async fill(folder, signal) {
    const wanted = Object.entries(packages).map(([name, version]) => `@expo-google-fonts/${name}@${version}`);
    await npmInstall(folder, wanted, signal);
    await mkdir(join(folder, "fonts"));
    for (const name of Object.keys(packages)) {
      for (const weight of weights) {
        const from = join(folder, "node_modules", "@expo-google-fonts", name, weight);
        // Not every font has each weight.
        const files = (await readdir(from).catch(() => [])).filter((file) => file.endsWith(".ttf"));
        for (const file of files) await copyFile(join(from, file), join(folder, "fonts", file));
      }
    }
    await rm(join(folder, "node_modules"), { recursive: true });
    await writeFile(join(folder, "fonts.conf"), fontConfig);
  },
};

const families = (names: readonly string[], element: string) =>
  names.map((name) => `<${element}>${name}</${element}>`).join("");
const alias = (family: string, font: string) =>
  `<alias binding="strong"><family>${family}</family><prefer>${families([font], "family")}</prefer></alias>`;
/** The order in which other fonts are tried: arrows and check marks are text, not emoji. */
const others = ["Noto Sans", "Noto Sans JP", "Noto Sans Symbols", "Noto Sans Symbols 2", "Noto Color Emoji"];

const fontConfig = `<?xml version="1.0"?>
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir>
${["system-ui", "sans-serif"].map((family) => alias(family, "Noto Sans")).join("")}${alias("monospace", "Noto Sans Mono")}
<match target="pattern"><edit name="family" mode="append_last">${families(others, "string")}</edit></match>
</fontconfig>
`;

/** The fontconfig file of these fonts, for `FONTCONFIG_FILE`. Fetched on first use. */
export async function pictureFonts(signal: AbortSignal): Promise<string> {
  return join(await installOnce(fetchedFolder, installation, signal), "fonts.conf");
}

/** A character of each script that pictures show. */
const samples = {
  Latin: "g",
  Cyrillic: "ж",
  Arabic: "ع",
  Hebrew: "ש",
  Devanagari: "क",
  Thai: "ส",
  Japanese: "の",
  Chinese: "们",
  Korean: "한",
  emoji: "🧵",
  symbols: "✓",
};

/** The scripts of which a page draws only the empty box that stands for characters without a font. */
export async function missingScripts(page: Page): Promise<readonly string[]> {
  return await page.evaluate<readonly string[]>(`{
    const drawn = (text) => {
      const context = new OffscreenCanvas(60, 60).getContext("2d");
      context.font = "40px system-ui, sans-serif";
      context.fillText(text, 5, 45);
      return context.getImageData(0, 0, 60, 60).data.join();
    };
    const box = drawn("\\u{10ffff}");
    Object.entries(${JSON.stringify(samples)}).flatMap(([script, text]) => (drawn(text) === box ? [script] : []));
  }`);
}
