import assert from "node:assert/strict";
import { test } from "node:test";
import {
  accessibilityHelp,
  barChartKeys,
  threadChartKeys,
  turnKeys,
} from "../../../../src/core/project/accessibilityHelp.ts";

test("the help has a section for each view and page, with the hints that the pages show, and the commands", () => {
  const text = accessibilityHelp(["Weave: Sign In…", "Weave: Sort Threads…"]);
  const [title, ...sections] = text.split("\n## ");
  assert.equal(title, "# Weave Threads: Accessibility Help\n");
  assert.deepEqual(
    sections.map((section) => section.split("\n\n- ")[0]),
    ["Threads and Counts views", "Conversation", "Overview", "Commands"],
  );
  const [rows = "", conversation = "", overview = "", commands = ""] = sections;
  for (const key of ["Down Arrow", "Right Arrow", "Enter", "Shift+F10", "F3"]) assert.ok(rows.includes(key), key);
  assert.ok(conversation.includes(`\n- ${turnKeys()}\n`) && conversation.includes("Ctrl+F"));
  assert.ok(overview.includes(`\n- ${threadChartKeys()}\n`) && overview.includes(`\n- ${barChartKeys()}\n`));
  assert.ok(commands.endsWith("\n- Weave: Sign In…\n- Weave: Sort Threads…\n"));
});
