import assert from "node:assert/strict";
import { test } from "node:test";
import { chartFile } from "../../../../src/features/overview/chartFile.ts";

const open = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">';

test("a drawing is written unchanged", () => {
  const text = `${open}<text x="1">a &lt;b&gt; on = 1</text><path d="M0 0" fill="#fff"/></svg>\n`;
  assert.equal(chartFile("svg", text), text);
});

for (const [what, text] of [
  ["a script", `${open}<script>1</script></svg>`],
  ["a handler", `${open}<rect width="1" onclick="1"/></svg>`],
  ["a link", `${open}<a href="https://example.com">a</a></svg>`],
  ["an external image", `${open}<image href="https://example.com/a.png"/></svg>`],
  ["an external style", `${open}<style>@import "https://example.com/a.css"</style></svg>`],
  ["an external fill", `${open}<rect fill="url(https://example.com/a)"/></svg>`],
  ["an unexpected element", `${open}<title>a</title></svg>`],
  ["a comment", `${open}<!-- --></svg>`],
  ["an HTML page", "<html></html>"],
  ["a missing end tag", open],
  ["nothing", ""],
] as const) {
  test(`an SVG with ${what} is not a chart`, () => assert.equal(chartFile("svg", text), null));
}

test("the bytes of a PNG are written, and nothing else", () => {
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  assert.deepEqual(chartFile("png", png.toString("base64")), png);
  assert.equal(chartFile("png", Buffer.from("GIF89a").toString("base64")), null);
  assert.equal(chartFile("png", ""), null);
});
