import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import { openConversation } from "./browserPage.ts";
import { said, turn } from "./conversationPage.ts";
import { openTurn } from "./openTurn.ts";
import { pageTexts } from "./pageTexts.ts";

const answer = (output: string) => ({ inputs: { question: "?" }, output });

test("Markdown is rendered: emphasis, lists, tables, quotes, and headings below the page's own", async (t) => {
  const text =
    "# One\n\n###### Six\n\n**b** *i* ~~d~~ `c`\nnext line\n\n- a\n- [x] done\n\n3. three\n\n> quote\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n---";
  const page = await openTurn(t, answer(text));
  const drawn = page.locator(".message.assistant .markdown");
  for (const [selector, expected] of Object.entries({
    h4: "One",
    h6: "Six",
    strong: "b",
    em: "i",
    del: "d",
    "p > code": "c",
    "ul li:nth-child(2)": "☑ done",
    "ol[start='3'] li": "three",
    blockquote: "quote",
    "td[align='right']": "2",
  })) {
    assert.equal((await drawn.locator(selector).innerText()).trim(), expected, selector);
  }
  assert.equal(await drawn.locator("br").count(), 1, "a line end is a line end");
  assert.equal(await drawn.locator("hr").count(), 1);
});

test("character references are decoded, and hidden characters are made visible", async (t) => {
  const page = await openTurn(t, answer("a &amp; b &lt;i&gt; &#x202e;c &eacute; &nosuch; &"));
  assert.deepEqual(await pageTexts(page, ".message.assistant p"), ["a & b <i> ‹U+202E›c é &nosuch; &"]);
});

test("in a narrow page, a table scrolls instead of breaking words", async (t) => {
  const text =
    "| Charge | Amount | Reason for which it was made | Department |\n|---|---|---|---|\n| Subscription | 12 | Unconditional | Administration |";
  const page = await openTurn(t, answer(text), { width: 360 });
  const heights = await page.evaluate<number[]>(
    "[...document.querySelectorAll('td')].map((cell) => cell.clientHeight)",
  );
  assert.ok(Math.max(...heights) < 40, `one line each: ${heights}`);
  assert.ok(
    await page.evaluate("document.querySelector('.table').scrollWidth > document.querySelector('.table').clientWidth"),
  );
  assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
});

const links: readonly (readonly [markdown: string, shown: string, address: string | null])[] = [
  ["[guide](https://docs.example.com/a?b=1&c=2)", "guide", "https://docs.example.com/a?b=1&c=2"],
  ["<http://example.com>", "http://example.com", "http://example.com"],
  ["see https://example.com/x.", "see https://example.com/x.", "https://example.com/x"],
  ["[run](command:workbench.action.quit)", "run (command:workbench.action.quit)", null],
  ["[run](javascript:alert(1))", "run (javascript:alert(1))", null],
  ["[run](JaVaScRiPt:alert(1))", "run (JaVaScRiPt:alert(1))", null],
  ["[run](vscode://ext/run)", "run (vscode://ext/run)", null],
  ["[run](data:text/html,x)", "run (data:text/html,x)", null],
  ["[run](file:///etc/passwd)", "run (file:///etc/passwd)", null],
  ["[run](//evil.example)", "run (//evil.example)", null],
  ["[mail](mailto:a@example.com)", "mail (mailto:a@example.com)", null],
  ["![alt](https://images.example.com/a.png)", "Image: alt (https://images.example.com/a.png)", null],
];
for (const [markdown, shown, address] of links) {
  test(`${markdown} is ${address === null ? "text" : "a link that the editor opens"}`, async (t) => {
    const page = await openTurn(t, answer(markdown));
    assert.deepEqual(await pageTexts(page, ".message.assistant p"), [shown]);
    const link = page.locator("[role=link]");
    assert.equal(await link.count(), address === null ? 0 : 1);
    if (address !== null) {
      assert.equal(await link.getAttribute("title"), address);
      assert.equal(await link.getAttribute("href"), null);
      await link.click();
      await link.focus();
      await page.page.keyboard.press("Enter");
      const requested = { kind: "link", address };
      await eventually(() => assert.deepEqual(page.sent("link"), [requested, requested]));
    }
    await page.isQuiet();
  });
}

test("a code block shows its language, is highlighted, and copies its original text", async (t) => {
  const code = 'def f(x):\n    # a \u202e comment\n    return "s" + str(1.5)';
  const page = await openTurn(
    t,
    answer(`\`\`\`python title=x\n${code}\n\`\`\`\n\n\`\`\`constructor\nplain <b>\n\`\`\``),
  );
  const block = page.locator(".code").first();
  assert.equal(await block.locator(".code-bar span").innerText(), "python");
  assert.equal(await block.locator("pre").innerText(), code.replace("\u202e", "‹U+202E›"));
  const tokens = { kwd: "def", func: "f", cmnt: "# a ‹U+202E› comment", str: '"s"', num: "1.5" };
  for (const [token, text] of Object.entries(tokens)) {
    assert.equal(await block.locator(`.token.${token}`).first().innerText(), text);
  }
  await block.getByRole("button", { name: "Copy" }).click();
  await eventually(() => assert.deepEqual(page.sent("copy"), [{ kind: "copy", text: code }]));
  await block.getByRole("button", { name: "Copied, including invisible characters" }).waitFor();
  const plain = page.locator(".code").nth(1).locator("button");
  await plain.click();
  await page.locator(".code").nth(1).getByRole("button", { name: "Copied", exact: true }).waitFor();
  assert.equal(await page.locator(".code").nth(1).locator("pre").innerText(), "plain <b>");
});

const holdIdle = "window.held = []; window.requestIdleCallback = (run) => held.push(run)";
const runHeld = "for (const run of held) run()";

const drawnCode: readonly (readonly [language: string, code: string])[] = [
  // The highlighter's own grammar tries each way to divide the spaces.
  ["xml", `<a${"  b".repeat(40)}`],
  ["js", "$".repeat(250)],
  ["python", "def f(): pass"],
  ["python", "def g(): pass"],
];

test("code is drawn before it is colored; a costly block, and all after the page's time, stays in one color", async (t) => {
  const text = drawnCode.map(([language, code]) => `\`\`\`${language}\n${code}\n\`\`\``).join("\n\n");
  const page = await openConversation(t, { editor: { documents: () => said("?", text) } });
  await page.evaluate(holdIdle);
  await page.show([turn(1)]);
  const codes = drawnCode.map(([, code]) => code);
  await eventually(async () => assert.deepEqual(await page.locator("pre").allInnerTexts(), codes));
  assert.equal(await page.locator(".token").count(), 0);
  // Each reading of the clock is half a second later.
  await page.evaluate("performance.now = () => (performance.half = (performance.half ?? 0) + 500)");
  await page.evaluate(runHeld);
  const colored = "[...document.querySelectorAll('pre code')].map((code) => code.children.length > 0)";
  assert.deepEqual(await page.evaluate(colored), [true, false, true, false]);
  assert.deepEqual(await page.locator("pre").allInnerTexts(), codes);
});

test("code of more than 8,000 characters stays in one color", async (t) => {
  const page = await openTurn(t, answer(`\`\`\`python\n${"x = 1\n".repeat(1_400)}\`\`\``));
  await page.locator(".token").first().waitFor();
  await page.evaluate(holdIdle);
  await page.locator("button.cut").click();
  assert.equal(await page.evaluate("document.querySelector('pre').textContent.length > 8000"), true);
  await page.evaluate(runHeld);
  assert.equal(await page.locator(".token").count(), 0);
});

test("each paragraph has the text direction of its script", async (t) => {
  const page = await openTurn(t, answer("مرحبا بكم\n\nHello"));
  const directions = await page.evaluate(
    "[...document.querySelectorAll('.message.assistant p')].map((p) => getComputedStyle(p).direction)",
  );
  assert.deepEqual(directions, ["rtl", "ltr"]);
});

const heavy: readonly (readonly [what: string, text: string])[] = [
  ["nested quotes", `${">".repeat(3_900)} x`],
  ["nested lists", Array.from({ length: 55 }, (_, depth) => `${"  ".repeat(depth)}- x`).join("\n")],
  ["brackets", "[".repeat(3_900)],
  ["asterisks", "*a ".repeat(1_300)],
  ["backticks", "`".repeat(3_900)],
  ["underscores", "_".repeat(3_900)],
  ["pipe characters", "|".repeat(3_900)],
];
for (const [what, text] of heavy) {
  test(`a text of only ${what} is rendered`, async (t) => {
    const page = await openTurn(t, answer(text));
    assert.equal(await page.locator(".message.assistant").count(), 1);
    await page.isQuiet();
  });
}
