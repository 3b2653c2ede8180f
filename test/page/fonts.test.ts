import assert from "node:assert/strict";
import { test } from "node:test";
import { launchBrowser } from "../editor/browser.ts";
import { unpackedChromium } from "../editor/chromiumPackage.ts";
import { interruption } from "../editor/interruption.ts";
import { missingScripts } from "../editor/pictureFonts.ts";

test("a browser draws with the fonts that it is given, whatever the system has, and says which scripts are boxes", async (t) => {
  // Elsewhere, the system alone chooses fonts.
  if (process.platform !== "linux" || process.arch !== "x64") return;
  // Open Sans alone.
  const { fontConfig } = await unpackedChromium(interruption());
  const browser = await launchBrowser(interruption(), fontConfig);
  t.after(() => browser.close());
  const missing = await missingScripts(await browser.newPage());
  for (const script of ["Arabic", "Japanese", "Chinese", "Korean", "emoji"])
    assert.ok(missing.includes(script), script);
  assert.ok(!missing.includes("Latin"));
});
