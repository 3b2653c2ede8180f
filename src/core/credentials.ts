const mark = "[redacted]";

/** The value of an `Authorization` or `Proxy-Authorization` header (RFC 7617); in UTF-8, as the service reads it. */
export function basicAuthorization(username: string, password: string): string {
  return `Basic ${base64(`${username}:${password}`)}`;
}

/** The forms that credentials take in a text; none for a blank password, which every text contains. */
export function credentialForms(username: string, password: string): readonly string[] {
  if (password.trim() === "") return [];
  return [password, encodeURIComponent(password.toWellFormed()), base64(password), base64(`${username}:${password}`)];
}

/** The text without any of the forms. Longer forms go first, so that no part of them remains. */
export function redacted(text: string, forms: readonly string[]): string {
  return forms.toSorted((a, b) => b.length - a.length).reduce((rest, form) => rest.replaceAll(form, mark), text);
}

function base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
