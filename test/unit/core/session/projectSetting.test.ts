import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProjectId } from "../../../../src/core/session/projectId.ts";
import { projectWrite } from "../../../../src/core/settings.ts";

const places = ["folder", "workspace", "user"] as const;
const subsets = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => places.filter((_, index) => (bits >> index) % 2 === 1));

for (const folderOpen of [true, false]) {
  for (const set of subsets) {
    const where = `${set.join(", ") || "nowhere"}, ${folderOpen ? "with" : "without"} a folder`;
    test(`the written project is effective if a project is set in: ${where}`, () => {
      for (const project of ["c/d", null] satisfies (ProjectId | null)[]) {
        const values = new Map<string, string>(set.map((place) => [place, "a/b"]));
        const { place, value } = projectWrite(project, {
          folder: values.has("folder"),
          workspace: values.has("workspace"),
          user: values.has("user"),
          folderOpen,
        });
        if (value === undefined) values.delete(place);
        else values.set(place, value);
        const inForce = places.flatMap((one) => values.get(one) ?? [])[0] ?? "";
        assert.equal(inForce, project ?? "");
        const untouched = set.filter((one) => one !== place);
        assert.ok(untouched.every((one) => values.get(one) === "a/b"));
      }
    });
  }
}

test("a project is written to the workspace if a folder is open, else to the user", () => {
  const nowhere = { folder: false, workspace: false, user: false };
  assert.equal(projectWrite("a/b", { ...nowhere, folderOpen: true }).place, "workspace");
  assert.equal(projectWrite("a/b", { ...nowhere, folderOpen: false }).place, "user");
});
