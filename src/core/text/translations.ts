/** Messages in the user's language by their English text, as `@vscode/l10n` takes them; empty where that is English. */
export type Translations = Readonly<Record<string, string>>;
