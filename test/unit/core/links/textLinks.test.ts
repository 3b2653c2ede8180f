import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { linksIn, readTextLink } from "../../../../src/core/links/textLinks.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { type LinkTarget, readWeaveRef } from "../../../../src/core/query/linkTarget.ts";
import { mayHoldLinks } from "../../../../src/core/query/mayHoldLinks.ts";
import { webAddress } from "../../../../src/core/session/webAddress.ts";
import { anyId, project } from "./oddIds.ts";

const base = "https://wandb.ai";

const refs: readonly (readonly [ref: string, target: LinkTarget | null])[] = [
  ["weave:///a/b/op/My.op:abc123", { kind: "op", project: "a/b", name: "My.op", version: "abc123" }],
  ["weave:///a/b/op/predict:*", { kind: "op", project: "a/b", name: "predict", version: "*" }],
  [
    "weave:///a/b/object/data set:v1/attr/rows/index/3",
    { kind: "object", project: "a/b", name: "data set", version: "v1" },
  ],
  ["weave:///a/b/call/0195-c8", { kind: "call", project: "a/b", callId: "0195-c8" }],
  ["weave:///a/b/call/0195-c8/attr/output", { kind: "call", project: "a/b", callId: "0195-c8" }],
  ["weave:///a/b/thread/x%2Fy", { kind: "thread", project: "a/b", conversation: threadKey("x/y") }],
  [
    "weave:///a/b/agent_conversation/x%2Fy",
    { kind: "thread", project: "a/b", conversation: { kind: "agent", id: "x/y" } },
  ],
  ["weave:///a/b/agent_turn/c8b4", { kind: "call", project: "a/b", callId: "c8b4" }],
  ["weave:///a/b/agent_span/9492", { kind: "call", project: "a/b", callId: "9492" }],
  ["weave:///a/my%20app/call/c", { kind: "call", project: "a/my app", callId: "c" }],
  ["weave:///a/100%/call/c", { kind: "call", project: "a/100%", callId: "c" }],
  ["weave:///a/b/table/abc", null],
  ["weave:///a/b/op/nameless", null],
  ["weave:///a/b/op/:v", null],
  ["weave:///a/b/op/name:", null],
  ["weave:///a/b/call/", null],
  ["weave:///a/b", null],
  ["weave:///", null],
  ["weave://a/b/call/c", null],
  ["xweave:///a/b/call/c", null],
];

for (const [ref, target] of refs) {
  test(`${ref} points at ${JSON.stringify(target)}`, () => assert.deepEqual(readWeaveRef(ref), target));
}

const texts: readonly (readonly [text: string, links: readonly string[]])[] = [
  ['{"op": "weave:///a/b/op/f:abc"}', ["weave:///a/b/op/f:abc"]],
  ["'weave:///a/b/op/f:*', next", ["weave:///a/b/op/f:*"]],
  [
    "See weave:///a/b/call/c. Then https://wandb.ai/a/b/weave/threads/t!",
    ["weave:///a/b/call/c", "https://wandb.ai/a/b/weave/threads/t"],
  ],
  ["[a](https://wandb.ai/a/b/weave) and (weave:///a/b/call/c)", ["https://wandb.ai/a/b/weave", "weave:///a/b/call/c"]],
  ["https://wandb.ai/a/b/weave/threads/f(x)", ["https://wandb.ai/a/b/weave/threads/f(x)"]],
  [
    "<https://wandb.ai/a/b/r/call/c>\\nweave:///a/b/call/d\\n",
    ["https://wandb.ai/a/b/r/call/c", "weave:///a/b/call/d"],
  ],
  ["**weave:///a/b/op/f:*** and **https://wandb.ai/a/b/weave**", ["weave:///a/b/op/f:*", "https://wandb.ai/a/b/weave"]],
  [
    "“https://wandb.ai/a/b/weave/threads/x” «weave:///a/b/call/c»…",
    ["https://wandb.ai/a/b/weave/threads/x", "weave:///a/b/call/c"],
  ],
  [
    "（https://wandb.ai/a/b/weave/threads/x）。weave:///a/b/call/会話、",
    ["https://wandb.ai/a/b/weave/threads/x", "weave:///a/b/call/会話"],
  ],
  [
    "ref=weave:///a/b/call/c&x https://wandb.ai/a/b/weave/threads/x…",
    ["weave:///a/b/call/c&x", "https://wandb.ai/a/b/weave/threads/x"],
  ],
  [
    "https://forge.coreweave.com/wandb/a/b/weave/threads/x or https://wandb.ai/a/b/weave/threads/x",
    ["https://forge.coreweave.com/wandb/a/b/weave/threads/x", "https://wandb.ai/a/b/weave/threads/x"],
  ],
  ["https://other.example/?u=https://wandb.ai/a/b/weave/threads/x&r=weave:///a/b/call/c", []],
  ["xweave:///a/b/call/c", []],
  ["https://wandb.ai/a/b https://other.example/a/b/weave http://wandb.ai/a/b/weave", []],
  [
    "1,weave:///a/b/object/n:v,weave:///a/b/call/c,https://wandb.ai/a/b/weave/threads/x,2",
    ["weave:///a/b/object/n:v", "weave:///a/b/call/c", "https://wandb.ai/a/b/weave/threads/x,2"],
  ],
  ["_weave:///a/b/call/c_, ~~weave:///a/b/call/d~~", ["weave:///a/b/call/c", "weave:///a/b/call/d"]],
  [
    "**_weave:///a/b/op/f:*_** and _https://wandb.ai/a/b/weave_.",
    ["weave:///a/b/op/f:*", "https://wandb.ai/a/b/weave"],
  ],
  ["~~(_weave:///a/b/call/_c_)~~", ["weave:///a/b/call/_c"]],
  ["weave:///a/b/call/c_ _weave:///a/b/call/d~", ["weave:///a/b/call/c_", "weave:///a/b/call/d~"]],
  [
    "&quot;weave:///a/b/call/c&quot; &lt;https://wandb.ai/a/b/weave/threads/t&gt; &#39;weave:///a/b/call/d&#39;",
    ["weave:///a/b/call/c", "https://wandb.ai/a/b/weave/threads/t", "weave:///a/b/call/d"],
  ],
  ["weave:///a/b/call/c&quote;", ["weave:///a/b/call/c&quote"]],
  ["weave:///a/b/call/c\nweave:///a/b/call/d", ["weave:///a/b/call/c", "weave:///a/b/call/d"]],
];

for (const [text, expected] of texts) {
  test(`the links in ${JSON.stringify(text)} are ${expected.join(" and ") || "none"}`, () => {
    const found = linksIn(text, base);
    assert.deepEqual(
      found.map((link) => link.text),
      expected,
    );
    for (const { start, end, text: link, web } of found) {
      assert.equal(text.slice(start, end), link);
      assert.equal(web, link.startsWith("https:"));
    }
    assert.equal(found.length > 0 && !mayHoldLinks(text, base), false);
  });
}

test("in HTML source, &amp; in a URL is &", () => {
  const page = "https://wandb.ai/a/b/weave/traces?view=t&amp;peekPath=%2Fa%2Fb%2Fcalls%2Fc";
  const thread = "https://wandb.ai/a/b/weave/threads/x&amp;y";
  const ref = "weave:///a/b/call/c&amp;d";
  const text = `<a href="${page}">, <a href='${thread}'>, ${ref}`;
  assert.deepEqual(
    linksIn(text, base).map(({ start, end, target, text: link }) => [text.slice(start, end), link, target]),
    [
      [page, page.replace("&amp;", "&"), { kind: "call", project: "a/b", callId: "c" }],
      [thread, thread.replace("&amp;", "&"), { kind: "thread", project: "a/b", conversation: threadKey("x&y") }],
      [ref, ref, { kind: "call", project: "a/b", callId: "c&amp;d" }],
    ],
  );
});

test("without a web app, only refs are links", () => {
  const text = "weave:///a/b/call/c https://wandb.ai/a/b/weave";
  assert.deepEqual(
    linksIn(text, null).map((link) => link.text),
    ["weave:///a/b/call/c"],
  );
  assert.equal(readTextLink("https://wandb.ai/a/b/weave", null), null);
});

test("every generated URL is found in a text, regardless of the text around it", () => {
  const around = fc.constantFrom(
    ...[" ", '"', "'", "`", "(", ")", "<", ">", ", ", ". ", "\n", "[", "]", "{", "}", "*", "**", "&quot;", "&gt;"],
  );
  const marks = fc.constantFrom("", "_", "~~", "**_");
  const ending = fc.constantFrom("", ".", "..", "_", "~~", "?", "*", ")");
  fc.assert(
    fc.property(anyId, ending, around, around, marks, (start, end, before, after, mark) => {
      const threadId = start + end;
      const address = webAddress(base, { kind: "thread", project, conversation: threadKey(threadId) }) ?? "none";
      const [link] = linksIn(`of ${before}${mark}${address}${[...mark].toReversed().join("")}${after}`, base);
      assert.equal(link?.text, address);
      assert.deepEqual(readTextLink(address, base), { kind: "thread", project, conversation: threadKey(threadId) });
    }),
  );
});

test("a long text without spaces is searched without backtracking", () => {
  const text = `${"weave:///a/b/call/".repeat(20_000)}${").".repeat(20_000)}`;
  assert.equal(linksIn(text, base).length, 1);
});
