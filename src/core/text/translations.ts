/** Messages in the display language by their English text, for `@vscode/l10n`; empty for English. */
export type Translations = Readonly<Record<string, string>>;
