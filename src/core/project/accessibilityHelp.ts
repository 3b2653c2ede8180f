import * as l10n from "@vscode/l10n";

export function turnKeys(): string {
  return l10n.t("Next and previous turn: J and K, or Alt+Down and Alt+Up");
}

export function threadChartKeys(): string {
  return l10n.t(
    "Use the left and right arrow keys to move between threads in order of start time. Press Enter to show the thread in the Threads view, or Ctrl+Enter to open its conversation. Press Shift with an arrow key to select a time range, then Enter to filter by it or Escape to clear it. Press plus or minus to zoom, or 0 to show all.",
  );
}

export function barChartKeys(): string {
  return l10n.t("Use the left and right arrow keys to move between bars. Press Enter to show the calls of a bar.");
}

/** The keys as Markdown, and the commands of the Command Palette by their titles. */
export function accessibilityHelp(commands: readonly string[]): string {
  const sections = {
    [l10n.t("Threads and Counts views")]: [
      l10n.t("Next and previous row: Down Arrow and Up Arrow"),
      l10n.t("Expand and collapse a row: Right Arrow and Left Arrow"),
      l10n.t("Open the conversation of a thread, turn or call: Enter. Press it again to move the focus there."),
      l10n.t("Change the conditions of a saved count: Enter"),
      l10n.t("Show the commands of a row: Shift+F10"),
      l10n.t("Find a row: F3"),
    ],
    [l10n.t("Conversation")]: [
      turnKeys(),
      l10n.t("Find: Ctrl+F, or Cmd+F on macOS. Next and previous match: Enter and Shift+Enter. Close: Escape."),
      l10n.t(
        "Expand Calls in a turn, then use the arrow keys to move, expand and collapse. Press Enter to show details.",
      ),
      l10n.t("Open Conversation as Text, in the menus of threads and conversations, shows everything in one document."),
    ],
    [l10n.t("Overview")]: [
      threadChartKeys(),
      barChartKeys(),
      l10n.t("First and last thread or bar: Home and End"),
      l10n.t("Data tables, below the charts, have the same data as text."),
    ],
    [l10n.t("Commands")]: [
      l10n.t("Commands have no default keybinding. Add one in Preferences: Open Keyboard Shortcuts."),
      l10n.t("With a keybinding, a command for a row acts on the selected row. Press Enter to select the focused row."),
      ...commands,
    ],
  };
  const texts = Object.entries(sections).map(
    ([heading, lines]) => `\n## ${heading}\n\n${lines.map((line) => `- ${line}\n`).join("")}`,
  );
  return `# ${l10n.t("Weave Threads: Accessibility Help")}\n${texts.join("")}`;
}
