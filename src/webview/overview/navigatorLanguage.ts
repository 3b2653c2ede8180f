/**
 * uPlot creates a number format in the browser's language when it is loaded, and a browser on a system without a language
 * reports `en-US@posix`, which is not a valid tag: the whole page would fail. uPlot's own labels are not shown.
 */
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en-US" });
}

export {};
