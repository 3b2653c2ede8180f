import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import { openConversation } from "./browserPage.ts";
import { openOverview, someThreads } from "./overviewPage.ts";
import { pageNames } from "./pageServer.ts";

test("the content security policy blocks injected scripts, styles, images, frames, requests, forms and base URLs", async (t) => {
  const page = await openOverview(t);
  await page.show(someThreads(3));
  await page.evaluate(`(() => {
    const add = (tag, attributes, text = "") => document.body.append(Object.assign(document.createElement(tag), attributes, { textContent: text }));
    add("script", {}, "window.ran = true");
    add("script", { src: "https://elsewhere.example/a.js" });
    add("style", {}, "main { opacity: 0.1 }");
    add("link", { rel: "stylesheet", href: "https://elsewhere.example/a.css" });
    add("img", { src: "https://elsewhere.example/a.png" });
    add("iframe", { src: "https://elsewhere.example/" });
    add("base", { href: "https://elsewhere.example/" });
    add("form", { action: "https://elsewhere.example/", id: "form" });
    document.querySelector("#form").requestSubmit();
    document.querySelector("h1").setAttribute("style", "opacity: 0.1");
    document.querySelector("h1").setAttribute("onclick", "window.ran = true");
    document.querySelector("h1").click();
    fetch("https://elsewhere.example/").catch(() => undefined);
    return 0;
  })()`);
  const expected = [
    "base-uri",
    "connect-src",
    "form-action",
    "frame-src",
    "img-src",
    "script-src-attr",
    "script-src-elem",
    "script-src-elem",
    "style-src-attr",
    "style-src-elem",
    "style-src-elem",
  ];
  await eventually(async () => {
    const violations = await page.evaluate<readonly string[]>("violations");
    assert.deepEqual(violations.map((one) => one.split(" ")[0]).sort(), expected);
  });
  assert.equal(await page.evaluate("window.ran ?? false"), false);
  assert.equal(await page.evaluate("getComputedStyle(document.querySelector('main')).opacity"), "1");
});

for (const name of pageNames) {
  test(`the ${name} page has the strict policy, and ignores messages of other origins`, async (t) => {
    const page = await (name === "overview" ? openOverview(t) : openConversation(t));
    const { origin } = new URL(page.frame.url());
    assert.equal(
      await page.evaluate("document.querySelector('meta[http-equiv]').content"),
      `default-src 'none'; script-src ${origin}; style-src ${origin}; form-action 'none'; base-uri 'none'`,
    );
    await page.evaluate("window.heard = []; void addEventListener('message', ({ origin }) => heard.push(origin))");
    // No message of the extension: receiving it throws.
    await page.page.evaluate(`(() => {
      frames[0].postMessage(null, "*");
      const frame = document.createElement("iframe");
      frame.sandbox = "allow-scripts";
      frame.srcdoc = "<script>parent.frames[0].postMessage(null, '*')</script>";
      document.body.append(frame);
    })()`);
    const secretChanged = [origin.replace("127.0.0.1", "localhost"), "null"];
    await eventually(async () => assert.deepEqual(await page.evaluate("heard"), secretChanged));
    await page.isQuiet();
    await page.evaluate("postMessage(null)");
    await eventually(() => assert.rejects(page.isQuiet(), /null/));
  });
}
