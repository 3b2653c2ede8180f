import assert from "node:assert/strict";
import { test } from "node:test";
import { nextVersion, releasedChangelog } from "../../../release/release.ts";

for (const [current, part, isPreRelease, next] of [
  ["0.1.1", "patch", false, "0.2.0"],
  ["0.1.1", "minor", false, "0.2.0"],
  ["0.1.1", "patch", true, "0.1.2"],
  ["0.2.0", "patch", false, "0.2.1"],
  ["0.2.1", "minor", false, "0.4.0"],
  ["0.2.1", "minor", true, "0.3.0"],
  ["0.3.0", "minor", true, "0.5.0"],
  ["0.4.2", "major", false, "1.0.0"],
  ["0.4.2", "major", true, "1.1.0"],
] as const) {
  test(`the ${part} ${isPreRelease ? "pre-release" : "release"} after ${current} is ${next}`, () => {
    assert.equal(nextVersion(current, part, isPreRelease), next);
  });
}

test("the unreleased entries of the changelog get the version, and none is an error", () => {
  const changelog = "# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0\n\n- Old.\n";
  const released = "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-11-23\n\n- New.\n\n## 0.1.0\n\n- Old.\n";
  assert.equal(releasedChangelog(changelog, "0.2.0", "2026-11-23"), released);
  assert.throws(() => releasedChangelog(released, "0.4.0", "2026-11-24"), /no unreleased entries/);
});
