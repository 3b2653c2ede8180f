/**
 * `base_url` in the section `default` of a settings file of wandb, which Python's `configparser` writes and reads:
 * `name = value` or `name: value`, comments from `#` or `;` at the start of a line. Undefined if there is none.
 */
export function settingsBaseUrl(text: string): string | undefined {
  let section = "";
  let found: string | undefined;
  for (const line of text.replace(/^\u{feff}/u, "").split(/\r\n|\n|\r/)) {
    section = /^\[(.+)\]/.exec(line)?.[1] ?? section;
    const [, name, value] = /^([^#;[=:\s][^=:]*)[=:](.*)$/.exec(line) ?? [];
    if (section === "default" && name?.trim().toLowerCase() === "base_url") found = value?.trim();
  }
  return found === "" ? undefined : found;
}
