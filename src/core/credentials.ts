const mark = "[redacted]";

/** The value of an `Authorization` or `Proxy-Authorization` header (RFC 7617); in UTF-8, as the service reads it. */
export function basicAuthorization(username: string, password: string): string {
  return `Basic ${base64(`${username}:${password}`)}`;
}

/** The forms in which credentials may stand in a text; none where there is no password but blanks, which every text has. */
export function credentialForms(username: string, password: string): readonly string[] {
  if (password.trim() === "") return [];
  return [password, encodeURIComponent(password.toWellFormed()), base64(password), base64(`${username}:${password}`)];
}

/** The text without any of the forms. A form that holds another goes first, so that no part of it is left. */
export function redacted(text: string, forms: readonly string[]): string {
  return forms.toSorted((a, b) => b.length - a.length).reduce((rest, form) => rest.replaceAll(form, mark), text);
}

function base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
