import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packedReadme } from "../../../release/packedReadme.ts";
import { projectFolder } from "../../editor/paths.ts";

test("the packed README has no pictures, no relative links and no section for developers", () => {
  const readme = readFileSync(join(projectFolder, "README.md"), "utf8");
  const packed = packedReadme(readme);
  assert.doesNotMatch(packed, /!\[|\]\((?!https:)|^## Develop|npm test/m);
  const sections = (text: string) => [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  assert.deepEqual(
    sections(packed),
    sections(readme).filter((title) => title !== "Develop"),
  );
  assert.match(packed, /\| Anything else \| .* \|\n$/);
});

test("a section after the one for developers is packed", () => {
  assert.equal(
    packedReadme("# A\n\n## Develop\n\ntext\n\n### More\n\n## License\n\nMIT\n"),
    "# A\n\n## License\n\nMIT\n",
  );
});
