import * as l10n from "@vscode/l10n";

/** The keys of a conversation's turns. */
export function turnKeys(): string {
  return l10n.t("Next and previous turn: J and K, or Alt+Down and Alt+Up");
}

/** The keys of the overview's chart of threads. */
export function threadChartKeys(): string {
  return l10n.t(
    "Use the left and right arrow keys to move between threads in order of start time. Press Enter to show the thread in the Threads view, or Ctrl+Enter to open its conversation. Press Shift with an arrow key to select a time range, then Enter to filter by it or Escape to clear it. Press plus or minus to zoom, or 0 to show all.",
  );
}

/** The keys of the overview's bar charts. */
export function barChartKeys(): string {
  return l10n.t("Use the left and right arrow keys to move between bars. Press Enter to show the calls of a bar.");
}

/** All keys and commands as Markdown. `commands` are the titles in the command palette. */
export function accessibilityHelp(commands: readonly string[]): string {
  const sections = {
    [l10n.t("Threads and Counts views")]: [
      l10n.t("Next and previous row: Down Arrow and Up Arrow"),
      l10n.t("Expand and collapse a row: Right Arrow and Left Arrow"),
      l10n.t("Select and open a row: Enter. Press it again to move the focus to what was opened."),
      l10n.t("Show the commands of a row: Shift+F10. They act on the selected row, and arrow keys do not select."),
      l10n.t("Find a row: F3"),
    ],
    [l10n.t("Conversation")]: [
      turnKeys(),
      l10n.t("Find: Ctrl+F, or Cmd+F on macOS. Next and previous match: Enter and Shift+Enter. Close: Escape."),
      l10n.t("In the calls of a turn, use the arrow keys to move, expand and collapse. Press Enter to show details."),
      l10n.t("Open Conversation as Text, in the menus of rows and conversations, opens a document for plain reading."),
    ],
    [l10n.t("Overview")]: [
      threadChartKeys(),
      barChartKeys(),
      l10n.t("Data tables, below the charts, have the same data as text."),
    ],
    [l10n.t("Commands")]: [
      l10n.t("No command has a default keybinding. Add one in Preferences: Open Keyboard Shortcuts."),
      ...commands,
    ],
  };
  const texts = Object.entries(sections).map(
    ([heading, lines]) => `\n## ${heading}\n\n${lines.map((line) => `- ${line}\n`).join("")}`,
  );
  return `# ${l10n.t("Weave Threads: Accessibility Help")}\n${texts.join("")}`;
}
