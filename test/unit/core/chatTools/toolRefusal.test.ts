import assert from "node:assert/strict";
import { test } from "node:test";
import { marked } from "marked";
import { confirmation, readingText } from "../../../../src/core/chatTools/confirmation.ts";
import {
  isChosen,
  projectRefusal,
  projectRefusalText,
  toolRefusal,
  unlessRefused,
} from "../../../../src/core/chatTools/toolRefusal.ts";
import type { Session } from "../../../../src/core/session/session.ts";

const project = "acme/desk" as const;
const account = { url: "https://one/traces", origin: "https://one", username: "api" };
const signedIn: Session = { kind: "signedIn", project, account };

const refusals: readonly (readonly [name: string, session: Session | null, isTrusted: boolean, text: string | null])[] =
  [
    ["signed in", signedIn, true, null],
    ["with the sample", { kind: "sample", project }, true, null],
    ["before the session is known", null, true, "Sign in to Weave first."],
    ["signed out", { kind: "signedOut", project, problem: null }, true, "Sign in to Weave first."],
    [
      "with an invalid service URL",
      { kind: "signedOut", project, problem: "notAUrl" },
      true,
      "The service URL setting is not valid.",
    ],
    ["without a project", { ...signedIn, project: null }, true, "Select a project first."],
    [
      "in a container before the user agreed",
      { kind: "held", project, reason: "container" },
      true,
      "Your API key is not used in this container until you allow it.",
    ],
    [
      "in Restricted Mode",
      signedIn,
      false,
      "Agents cannot read Weave data in Restricted Mode. Trust this workspace first.",
    ],
  ];

for (const [name, session, isTrusted, text] of refusals) {
  test(`agents ${text === null ? "may read" : "are refused"} ${name}`, () => {
    assert.equal(toolRefusal({ session, isTrusted, isPrivate: false }), text);
  });
}

test("agents are refused in privacy mode", () => {
  assert.equal(
    toolRefusal({ session: signedIn, isTrusted: true, isPrivate: true }),
    "Agents cannot read Weave data in privacy mode.",
  );
});

test("an answer that arrives after agents were refused is not handed over", async () => {
  let refusal: string | null = null;
  const answer = Promise.withResolvers<string>();
  const [kept, given] = [unlessRefused(answer.promise, () => refusal), unlessRefused(answer.promise, () => null)];
  refusal = "Sign in to Weave first.";
  answer.resolve("data");
  await assert.rejects(kept, { message: refusal });
  assert.equal(await given, "data");
});

const other = "acme/web" as const;
const projects: readonly (readonly [
  name: string,
  requested: typeof project | typeof other,
  facts: Partial<Parameters<typeof projectRefusal>[1]>,
  refusal: ReturnType<typeof projectRefusal>,
])[] = [
  ["the window's project", project, {}, null],
  ["another project", other, {}, "foreign"],
  ["a project that only the folder names", project, { isChosen: false }, "unchosen"],
  ["another project in such a window", other, { isChosen: false }, "foreign"],
  ["a listed project", other, { listed: [other] }, null],
  ["the window's project if only others are listed", project, { listed: [other] }, "unlisted"],
  ["a listed project that the folder names, too", project, { isChosen: false, listed: [project] }, null],
  ["a project listed with a space", other, { listed: [`${other} `] }, null],
  ["any project if the list is invalid", project, { listed: ["*", {}, null] }, "unlisted"],
];

for (const [name, requested, facts, refusal] of projects) {
  test(`${name} is ${refusal ?? "allowed"}`, () => {
    const found = projectRefusal(requested, { own: project, isChosen: true, listed: [], ...facts });
    assert.equal(found, refusal);
    if (found !== null) assert.doesNotMatch(projectRefusalText(found), /acme/);
  });
}

const nothing = { selected: null };
const ofWorkspace = { project, isOfWorkspace: true };
const chosen: readonly (readonly [name: string, ...Parameters<typeof isChosen>, expected: boolean])[] = [
  ["selected here", project, { selected: project }, null, [], true],
  ["selected here, as the workspace's settings name it", project, { selected: project }, ofWorkspace, [], true],
  ["only in the workspace's settings", project, nothing, ofWorkspace, [], false],
  ["in the workspace's settings, and selected elsewhere", project, nothing, ofWorkspace, [project], false],
  ["another one was selected here", project, { selected: other }, ofWorkspace, [], false],
  ["in the user's settings", project, nothing, { project, isOfWorkspace: false }, [], true],
  ["remembered, and selected elsewhere", project, nothing, null, [project], true],
  ["remembered from the workspace's settings alone", project, nothing, null, [], false],
  [
    "remembered beside another one in the settings",
    project,
    nothing,
    { ...ofWorkspace, project: other },
    [project],
    true,
  ],
];

for (const [name, requested, choice, setting, recent, expected] of chosen) {
  test(`a project is ${expected ? "" : "not "}the user's choice: ${name}`, () => {
    assert.equal(isChosen(requested, choice, setting, recent), expected);
  });
}

test("the question names project, service and request, and nothing in them is Markdown or an icon", () => {
  const markup =
    "[a](command:quit) ![x](https://evil.example) www.a.b a@b.c **b** _i_ `c` <img src=x> &amp; # ~~s~~ \\";
  const words = `${markup} $(alert)\n\n- l\u202e`;
  const [name, service] = ["acme/*desk* <b>", "https://one/_traces_"] as const;
  const { title, message } = confirmation({ project: name, service, words });
  assert.equal(title, "Allow the agent to read Weave project acme/*desk* <b>?");
  const html = marked.parse(message, { async: false });
  assert.deepEqual(html.match(/<[a-z]+/g), ["<p", "<p", "<p", "<p"]);
  assert.ok(!html.includes("$("));
  const shown = html
    .replace(/<\/?p>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
  assert.deepEqual(shown.split("\n").slice(0, 3), [
    `Project: ${name}`,
    `Service: ${service}`,
    `First request: ${markup.replaceAll("](", "] (")} $ (alert)‹U+000A›‹U+000A›- l‹U+202E›`,
  ]);
  assert.match(message, /until you sign out or run Weave: Reset Tool Permissions\.$/);
  const { message: ofSample } = confirmation({ project, service: "sample:", words });
  assert.match(ofSample, /^Service: Sample Project$/m);
  assert.equal(marked.parseInline(readingText(name)), "Reading Weave project acme/*desk* &lt;b&gt;");
});
