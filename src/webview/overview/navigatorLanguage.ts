/**
 * uPlot creates a number format in the browser's language when it is loaded, and a browser on a system without a language
 * reports `en-US@posix`, which is not a valid tag: the whole page would fail. uPlot's own labels are not shown.
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
