/** A stranger's text for a label, where VS Code would read `$(name)` as an icon. */
export function labelText(text: string): string {
  return text.replaceAll("$(", "\\$(");
}
