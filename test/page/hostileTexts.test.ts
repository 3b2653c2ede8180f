import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../src/core/query/call.ts";
import { threadKey } from "../../src/core/query/conversationKey.ts";
import type { Json } from "../../src/core/text/json.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { openConversation } from "./browserPage.ts";
import { turn } from "./conversationPage.ts";

/** Texts that try to inject markup, scripts, links or hidden characters. */
const hostile: readonly string[] = [
  '<img src="https://evil.example/pixel.png" onerror="alert(1)">',
  '<script src="https://evil.example/x.js"></script><script>alert(1)</script>',
  '<style>* { display: none }</style><link rel="stylesheet" href="https://evil.example/x.css">',
  "<svg><style><img src=x onerror=alert(1)></style><animate onbegin=alert(1) attributeName=x dur=1s>",
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe><object data="https://evil.example"></object>',
  '<form action="https://evil.example"><input name="attributes"><button>Send</button></form>',
  '<a id="parentNode" name="body" href="javascript:alert(1)">a</a><base href="https://evil.example/">',
  '<p style="background: url(https://evil.example/bg.png)" class="turn" data-vscode-context="{}">p</p>',
  '<details open ontoggle=alert(1)><summary>s</summary></details><video poster="https://evil.example/v">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  "[a](javascript:alert(1)) [b](command:workbench.action.quit) ![c](https://evil.example/c.png)",
  '[d](https://evil.example "onmouseover=alert(1)") [e]: https://evil.example "x"',
  '[f](https://evil.example/"onclick="alert(1)) <https://evil.example/"onclick="alert(1)>',
  "`<img src=x onerror=alert(1)>` ```<script>alert(1)</script>```",
  '```html onclick=alert(1) lang="><img src=x onerror=alert(1)>\n<script>alert(1)</script>\n```',
  "| <img src=x onerror=alert(1)> |\n|---|\n| <script>alert(1)</script> |",
  "&lt;img src=x onerror=alert(1)&gt; &#60;script&#62;alert(1)&#60;/script&#62;",
  "$(zap) \u001b[31mred\u001b[0m \u202etxet\u202c \u200b \u0000 \u{e0061}\u{e0062} \u00ad \ud800",
  "</article></main><h1>outside</h1>",
  "__proto__",
  "constructor",
];

/** The elements and attributes that the page uses. */
const elements =
  "html head meta link title body main header div p h1 h2 h3 h4 h5 h6 span button article section time details summary pre code a br hr ul ol li blockquote em strong del table thead tbody tr th td script";
const attributes =
  "lang charset http-equiv content name rel href src type id class title role hidden tabindex dir datetime start align open aria-label aria-busy aria-keyshortcuts aria-hidden aria-level aria-expanded data-focus data-call data-vscode-context style";

/** Lists unexpected elements, attributes and values: untrusted text must not add or control any. */
const strays = `(() => {
  const found = [];
  const elements = ${JSON.stringify(elements.split(" "))};
  const attributes = ${JSON.stringify(attributes.split(" "))};
  for (const one of document.querySelectorAll("*")) {
    const name = one.localName;
    // The page's own find box is in its head.
    if (document.querySelector(".page-head > .find-box").contains(one)) continue;
    if (!elements.includes(name) || one.namespaceURI !== "http://www.w3.org/1999/xhtml") found.push(name);
    for (const attribute of one.attributes) {
      const { value } = attribute;
      if (!attributes.includes(attribute.name)) found.push(name + " " + attribute.name);
      const inHead = one.closest("head") !== null || name === "script";
      if (["src", "href", "name", "content"].includes(attribute.name) && !inHead) found.push(name + " " + attribute.name);
      if (attribute.name === "id" && value !== "conversation") found.push(name + " id " + value);
      if (attribute.name === "style" && !/^(left|width|min-height|padding-inline-start|scroll-padding-top|--)[^()]*$/.test(value)) found.push(value);
    }
  }
  if (document.querySelectorAll("script").length !== 1) found.push("scripts");
  return found;
})()`;

/** Control characters and invisible characters. */
const hidden = /(?![\t\n])[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

const names = hostile.map((text, at) => `${at} ${text}`);

/** The hostile texts in every field of a turn's documents. */
const inputs: Json = {
  messages: [
    ...hostile.map((text) => ({ role: text, name: text, content: text })),
    { role: "user", content: hostile.map((text) => ({ type: "text", text })) },
    { role: "user", content: hostile.map((url) => ({ type: "image_url", image_url: { url } })) },
    {
      role: "assistant",
      content: null,
      tool_calls: hostile.map((name, at) => ({
        id: `${at}`,
        type: "function",
        function: { name, arguments: JSON.stringify({ [name]: name }) },
      })),
    },
    ...hostile.map((content, at) => ({ role: "tool", tool_call_id: `${at}`, content })),
    { role: "user", content: "last" },
  ],
  ...Object.fromEntries(names.map((name) => [name, { [name]: [name] }])),
};
const output: Json = {
  role: "assistant",
  content: hostile.flatMap((text) => [
    { type: "thinking", thinking: text },
    { type: "text", text },
    { type: text, [text]: text },
  ]),
};

const rows: readonly Call[] = [turn(1), ...names.map((name): Call => odd(name))];

function odd(name: string): Call {
  const usage = [{ model: name, promptTokens: 1, completionTokens: 1, totalTokens: 2, cost: 1 }];
  return {
    ...turn(1),
    id: name,
    op: name,
    displayName: name,
    parentId: "turn-1",
    exception: name,
    status: "error",
    usage,
  };
}

test("untrusted text is never interpreted as markup, and hidden characters are made visible", async (t) => {
  const page = await openConversation(t, {
    height: 3000,
    editor: {
      documents: () => ({ kind: "shown", value: { inputs, output } }),
      calls: () => ({ kind: "shown", value: rows }),
    },
  });
  await page.evaluate("window.alert = () => violations.push('alert')");
  const name = names.join(" ");
  const first = { ...turn(1), op: name, displayName: name, exception: name, conversation: threadKey(name) };
  await page.show([first], {
    thread: threadKey(name),
    project: name,
    notice: { text: name, actions: [{ title: name, action: name }] },
  });
  await page.locator('article[aria-busy="false"]').waitFor();
  await page.locator(".calls > summary").click();
  await page.locator("[role=treeitem]").nth(names.length).waitFor();
  await page.evaluate(
    "document.querySelectorAll('[role=treeitem] .row-line').forEach((row, at) => at > 0 && row.click())",
  );
  // Expand everything that is collapsed or truncated.
  await eventually(async () => {
    await page.evaluate("document.querySelectorAll('details:not([open]) > summary').forEach((one) => one.click())");
    await page.evaluate("document.querySelectorAll('button.cut').forEach((one) => one.click())");
    assert.equal(await page.locator("details:not([open]), button.cut").count(), 0);
  });
  assert.ok((await page.locator(".message").count()) > hostile.length, "the texts are on the page");
  assert.deepEqual(await page.evaluate(strays), []);
  const text = await page.evaluate<string>(
    "document.body.innerText + [...document.querySelectorAll('[title]')].map((one) => one.title)",
  );
  assert.ok(
    text.includes("‹U+202E›") && text.includes("‹U+001B›") && text.includes("‹U+E0061›") && text.includes("‹U+D800›"),
  );
  assert.equal(hidden.exec(text)?.[0], undefined);
  assert.ok(text.includes("<script>alert(1)</script>"), "markup is shown as it is written");
  await page.isQuiet();
  assert.deepEqual(page.sent("link"), []);
});

test("rendering untrusted messages drops none of their text", async (t) => {
  const page = await openConversation(t, {
    editor: {
      documents: () => ({
        kind: "shown",
        value: { inputs: { messages: hostile.map((content) => ({ role: "user", content })) }, output: null },
      }),
    },
  });
  await page.show([turn(1)]);
  await page.locator('article[aria-busy="false"]').waitFor();
  const shown = await page.locator(".message").allInnerTexts();
  for (const [at, text] of hostile.slice(0, 11).entries()) {
    const letters = (all: string) => all.replace(/\W+/g, "");
    assert.ok(letters(shown[at] ?? "").includes(letters(text)), text);
  }
});
