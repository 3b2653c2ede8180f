import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { filesOf, packedGuide, packedReadme } from "../../../release/packedReadme.ts";
import { projectFolder } from "../../editor/paths.ts";
import { measured } from "./measuredPage.ts";

const read = (file: string) => readFileSync(join(projectFolder, file), "utf8");
const readme = read("README.md");

/** The texts of a page's sections by their titles; the first is that before all sections. */
function sectionsOf(page: string): readonly (readonly [title: string, text: string])[] {
  const [first = "", ...others] = page.split(/^## /m);
  return [["", first], ...others.map((section) => [section.split("\n")[0] ?? "", section] as const)];
}

test("the README has at most 110 lines and 900 words, and a picture before its first section", () => {
  const { lines, words } = measured(readme);
  assert.ok(lines <= 110, `${lines} lines`);
  assert.ok(words <= 900, `${words} words`);
  const [[, start] = ["", ""]] = sectionsOf(readme);
  assert.match(start, /^# .+\n\n[^\n.]+\.\n\n!\[.+\]\(media\/story\.webp\)\n\n- /);
  assert.ok((start.match(/^- /gm)?.length ?? 0) <= 8);
});

test("each of five features has one picture and at most three sentences", () => {
  const features = sectionsOf(readme).filter(([title, text]) => title !== "" && text.includes("!["));
  assert.equal(features.length, 5);
  for (const [title, text] of features) {
    assert.equal(measured(text).pictures, 1, title);
    const sentences =
      text
        .split("\n\n")
        .at(2)
        ?.match(/[.!?](?=\s|$)/g) ?? [];
    assert.ok(sentences.length <= 3, `${title}: ${sentences.length} sentences`);
    assert.equal(text.trim().split("\n\n").length, 3, title);
  }
});

test("the README has three steps, four promises of privacy, and five rows of troubleshooting", () => {
  const sections = new Map(sectionsOf(readme));
  assert.equal(sections.get("Your first conversation")?.match(/^\d\. /gm)?.length, 3);
  assert.equal(sections.get("Private by design")?.match(/^- /gm)?.length, 4);
  // With the heading.
  assert.equal(sections.get("Troubleshooting")?.match(/^\| (?!---)/gm)?.length, 6);
});

test("the page of a package without a repository has no pictures and no links, and is for users", () => {
  const packed = packedReadme(readme, false);
  const { words, pictures, links } = measured(packed);
  assert.deepEqual({ pictures, links }, { pictures: 0, links: 0 });
  assert.ok(words >= 500 && words <= 900, `${words} words`);
  assert.doesNotMatch(packed, /^## (?:Develop|Links)|npm test/m);
  assert.deepEqual(filesOf(packed), []);
});

test("the page of a package with a repository has six pictures and its links", () => {
  const packed = packedReadme(readme, true);
  const { words, pictures, links } = measured(packed);
  assert.ok(words >= 500 && words <= 900, `${words} words`);
  assert.equal(pictures, 6);
  assert.ok(links >= 9, `${links} links`);
  assert.equal(filesOf(packed).filter((file) => file.startsWith("media/")).length, 6);
  assert.doesNotMatch(packed, /^## Develop|npm test/m);
});

test("the packed guide has no pictures, and links only to its own sections", () => {
  const guide = read("docs/guide.md");
  const packed = packedGuide(guide);
  assert.doesNotMatch(packed, /!\[|\]\((?!#|https:)/);
  // As VS Code and GitHub make them.
  const slug = (title: string) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
  const anchors = new Set([...packed.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) => slug(title)));
  const targets = [...packed.matchAll(/\]\(#([^)]+)\)/g)].map(([, target = ""]) => target);
  assert.ok(targets.length > 20);
  assert.deepEqual(
    targets.filter((target) => !anchors.has(target)),
    [],
  );
});

test("a section after the one for developers is packed", () => {
  const text = "# A\n\n## Develop\n\ntext\n\n### More\n\n## License\n\nMIT\n";
  assert.equal(packedReadme(text, false), "# A\n\n## License\n\nMIT\n");
});

test("each release of the changelog has at most a dozen bullets of at most 120 characters", () => {
  for (const [title, text] of sectionsOf(read("CHANGELOG.md")).slice(1)) {
    const lines = text.split("\n").slice(1).filter(Boolean);
    assert.ok(lines.length > 0 && lines.length <= 12, `${title}: ${lines.length} bullets`);
    for (const line of lines) assert.ok(line.startsWith("- ") && line.length <= 120, line);
  }
});
