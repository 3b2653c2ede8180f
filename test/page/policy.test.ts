import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import { openOverview, someThreads } from "./overviewPage.ts";

test("the content security policy blocks injected scripts, styles, images, frames and requests", async (t) => {
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
    document.querySelector("h1").setAttribute("style", "opacity: 0.1");
    document.querySelector("h1").setAttribute("onclick", "window.ran = true");
    document.querySelector("h1").click();
    fetch("https://elsewhere.example/").catch(() => undefined);
    return 0;
  })()`);
  const expected = [
    "connect-src",
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
