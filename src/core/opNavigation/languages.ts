/** File extensions, without the dot, of the supported languages. */
export const opFileEndings = ["py", "pyi", "ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"] as const;

/** VS Code's IDs of the same languages. */
export const opLanguageIds = ["python", "typescript", "typescriptreact", "javascript", "javascriptreact"] as const;
