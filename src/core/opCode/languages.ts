/** File endings, without the dot, of what ops are written in. */
export const opFileEndings = ["py", "pyi", "ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"] as const;

/** The editor's names for the same languages. */
export const opLanguageIds = ["python", "typescript", "typescriptreact", "javascript", "javascriptreact"] as const;
