/**
 * uPlot makes a number format in the browser's language as soon as it is loaded, and a browser of a system without one
 * calls it `en-US@posix`, which is no language tag: then the whole page would not come up. Its own labels are not shown.
 */
if (!isLanguageTag(navigator.language)) Object.defineProperty(navigator, "language", { value: "en-US" });

function isLanguageTag(language: string): boolean {
  try {
    new Intl.NumberFormat(language);
    return true;
  } catch {
    return false;
  }
}

export {};
