/** Untrusted text for a label, or a line in an input box, where VS Code would read `$(name)` as an icon. */
export function labelText(text: string): string {
  return text.replaceAll("$(", "\\$(");
}
