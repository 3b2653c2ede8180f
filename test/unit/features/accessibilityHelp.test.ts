import assert from "node:assert/strict";
import { test } from "node:test";
import { help } from "../../../src/features/diagnostics/helpPage.ts";

test("the help lists the commands of the Command Palette, also with translated titles", () => {
  const packageJSON = {
    contributes: {
      commands: [
        { command: "w.sort", title: "Sort…", category: "Weave" },
        { command: "w.row", title: "Copy Value", category: "Weave" },
        { command: "w.login", title: { value: "Anmelden…", original: "Sign In…" }, category: "Weave" },
      ],
      menus: {
        commandPalette: [
          { command: "w.row", when: "false" },
          { command: "w.sort", when: "w.ready" },
        ],
      },
    },
  };
  const lines = help({ extension: { packageJSON } }).split("\n");
  assert.deepEqual(
    lines.filter((line) => line.startsWith("- Weave: ")).map((line) => line.slice(2)),
    ["Weave: Anmelden…", "Weave: Sort…"],
  );
});
