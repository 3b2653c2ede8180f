import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { authorityFile, type CertificateName } from "../fault/certificates.ts";
import { answering, breakingAfter, hanging, type Misbehaviour } from "../fault/interposedService.ts";
import { type ProxyOptions, startProxyServer } from "../fault/proxyServer.ts";
import { startSecureService } from "../fault/secureService.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { countId, enterStep, settledRows, signIn, waitForStatus } from "./steps.ts";

const editor = installedEditor({ environment: { NODE_EXTRA_CA_CERTS: authorityFile } });
const service = interposed({ threads: 0, calls: 40 });
const withThreads = interposed();

interface FaultLine {
  readonly what: string;
  readonly misbehaviour: Misbehaviour;
  /** What the threads view says and offers in the place of rows. */
  readonly view: RegExp;
  readonly buttons: readonly string[];
  /** What the status item and a notification say of a count. */
  readonly count: RegExp;
  /** What a notification says of the threads that were asked for, where that is something else. */
  readonly told?: RegExp;
  /** The buttons of a notification about a count file. */
  readonly offered: readonly string[];
}

const broken: Misbehaviour = (_incoming, outgoing) => outgoing.destroy();
const wrong = (threads: readonly (string | number)[], count: readonly (string | number)[]): Misbehaviour => {
  return (incoming, outgoing, held) => {
    const loc = held.path === "/threads/stream_query" ? threads : count;
    answering(422, { detail: [{ loc: ["body", ...loc], msg: "Input is odd", type: "odd" }] })(incoming, outgoing, held);
  };
};
const way = "Use VS Code's HTTP Client";

const lines: readonly FaultLine[] = [
  {
    what: "a connection that is reset",
    misbehaviour: broken,
    view: /The connection closed before a response arrived\./,
    buttons: ["Retry", "Open Service URL Setting", way],
    count: /closed before a response arrived \(ECONNRESET\)/,
    offered: ["Retry", "Open Service URL Setting", way],
  },
  {
    what: "a proxy that wants to know who asks",
    misbehaviour: answering(407, {}),
    view: /The proxy requires authentication/,
    buttons: ["Open Proxy Setting", "Retry", way],
    count: /The proxy requires authentication \(status 407\).*http\.proxyAuthorization/,
    offered: ["Open Proxy Setting", "Retry", way],
  },
  {
    what: "401",
    misbehaviour: answering(401, { detail: "Not authenticated" }),
    view: /Invalid or expired API key\. Sign in again/,
    buttons: ["Sign In"],
    count: /Invalid or expired API key.*Sign in again/,
    offered: ["Sign In"],
  },
  {
    what: "403",
    misbehaviour: answering(403, { detail: "Project not found" }),
    view: /does not exist, or this account cannot read it/,
    buttons: ["Select Project", "Sign In"],
    count: /does not exist, or this account cannot read it/,
    offered: ["Select Project", "Sign In"],
  },
  {
    what: "404 with detail",
    misbehaviour: answering(404, { detail: "Not Found" }),
    view: /does not support threads/,
    buttons: ["Open Service URL Setting", "Retry"],
    count: /does not support \/calls\/query_stats/,
    told: /does not support \/threads\/stream_query/,
    offered: ["Open Service URL Setting", "Retry"],
  },
  {
    what: "404 with reason",
    misbehaviour: answering(404, { reason: "Project was deleted" }),
    view: /Project not found/,
    buttons: ["Select Project", "Retry"],
    count: /Not found: Project was deleted\. Select another project/,
    offered: ["Select Project", "Retry"],
  },
  {
    what: "413",
    misbehaviour: answering(413, { reason: "Request too large" }),
    view: /too large for the service/,
    buttons: ["Change Filter", "Show Log"],
    count: /too large for the service/,
    offered: ["Show Log"],
  },
  {
    what: "422 about the filter",
    misbehaviour: wrong(["filter", "after_datetime"], ["filter", "op_names", 0]),
    view: /rejected the filter/,
    buttons: ["Change Filter", "Show Log"],
    count: /rejected the request: filter\.op_names\.0: Input is odd \(odd\)/,
    told: /rejected the request: filter\.after_datetime: Input is odd \(odd\)/,
    offered: [],
  },
  {
    what: "422 about the order",
    misbehaviour: wrong(["sort_by", 0, "field"], ["limit"]),
    view: /rejected the sort order/,
    buttons: ["Change Sort Order", "Show Log"],
    count: /rejected the request: limit: Input is odd \(odd\)/,
    told: /rejected the request: sort_by\.0\.field: Input is odd \(odd\)/,
    offered: [],
  },
  {
    what: "400",
    misbehaviour: answering(400, { reason: "Too many values" }),
    view: /rejected the request\. See the log/,
    buttons: ["Show Log"],
    count: /rejected the request: Too many values/,
    offered: ["Show Log"],
  },
  {
    what: "429 with a long wait",
    misbehaviour: answering(429, {}, { "retry-after": "121" }),
    view: /Rate limited/,
    buttons: ["Retry"],
    count: /Rate limited by \S+\. Try again in 3 minutes\./,
    offered: ["Retry"],
  },
  {
    what: "504 for cost",
    misbehaviour: answering(504, { reason: "Query too slow, narrow the time range" }),
    view: /too expensive/,
    buttons: ["Narrow Time Range", "Retry"],
    count: /too expensive: Query too slow, narrow the time range\. Try a shorter time range/,
    offered: ["Retry"],
  },
  {
    what: "502 for memory",
    misbehaviour: answering(502, { reason: "Query memory limit exceeded." }),
    view: /too expensive/,
    buttons: ["Narrow Time Range", "Retry"],
    count: /too expensive: Query memory limit exceeded\. Try a shorter time range/,
    offered: ["Retry"],
  },
  {
    what: "500",
    misbehaviour: answering(500, { reason: "Internal server error" }),
    view: /The service failed/,
    buttons: ["Retry", "Show Log"],
    count: /The service failed \(status 500\): Internal server error\./,
    offered: ["Retry", "Show Log"],
  },
  {
    what: "503 for a long while",
    misbehaviour: answering(503, "<html>Down</html>", { "retry-after": "90" }),
    view: /The service failed/,
    buttons: ["Retry", "Show Log"],
    count: /The service failed \(status 503\): an HTML page\. Try again in 2 minutes\./,
    offered: ["Retry", "Show Log"],
  },
  {
    what: "a redirect",
    misbehaviour: answering(302, "", { location: "https://elsewhere.example/login" }),
    view: /redirects to another address\. Redirects are not followed.*sign in to your network/,
    buttons: ["Open Service URL Setting", "Retry"],
    count:
      /redirects to https:\/\/elsewhere\.example \(status 302\)\. Redirects are not followed.*sign in to your network/,
    offered: ["Open Service URL Setting", "Retry"],
  },
  {
    what: "a web page",
    misbehaviour: answering(200, "<!doctype html><title>Log in</title>"),
    view: /Received a web page instead of data/,
    buttons: ["Open Service URL Setting", "Retry", "Show Log"],
    count: /Received a web page instead of data/,
    offered: ["Open Service URL Setting", "Retry", "Show Log"],
  },
  {
    what: "an answer that is none",
    misbehaviour: answering(200, '["odd"]\n'),
    view: /Unexpected response/,
    buttons: ["Retry", "Show Log"],
    count: /Unexpected response/,
    offered: ["Retry", "Show Log"],
  },
  {
    what: "an answer that ends early",
    misbehaviour: breakingAfter('{"thread'),
    view: /The response was incomplete/,
    buttons: ["Retry"],
    count: /The response was incomplete\. Try again\./,
    offered: ["Retry"],
  },
];

/** A refresh fails, and what the view, the status item and a notification about a count then say. */
async function showsFault(window: Workbench, view: TreeView, line: FaultLine): Promise<void> {
  const item = window.statusItem(countId);
  service.misbehave(line.misbehaviour);
  await view.press("Refresh");
  await eventually(async () => {
    assert.match(await view.welcome(), line.view, line.what);
    assert.deepEqual(await view.welcomeButtons(), line.buttons, line.what);
  });
  await eventually(async () => {
    assert.deepEqual(await item.icons(), ["history"], line.what);
    assert.match(await item.accessibleName(), line.count, line.what);
    assert.equal(await item.text(), "40 calls");
  });
  // The view's sentences are fixed; a person who asked is told the whole of it.
  const told = line.told ?? line.count;
  await window.notifications.waitFor(told);
  assert.deepEqual(await window.notifications.buttons(told), line.buttons, line.what);
  await window.runCommand("Notifications: Clear All Notifications");
  // What is wrong with a count file is told in the file.
  if (line.offered.length === 0) return;
  await window.runCommand("Weave: Run Count File");
  await window.notifications.waitFor(line.count);
  assert.deepEqual(await window.notifications.buttons(line.count), line.offered, line.what);
  await window.runCommand("Notifications: Clear All Notifications");
}

test("each fault has its sentence and its buttons in the view, the status bar and notifications; Retry mends it", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const view = await signIn(window, service);
    await waitForStatus(window, "40 calls");
    await window.runCommand("Weave: New Count File");
    for (const line of lines) await showsFault(window, view, line);
    service.misbehave(null);
    await view.pressWelcomeButton("Retry");
    await view.waitForWelcome(/No threads in this project/);
    await waitForStatus(window, "40 calls");
  }));

const besideRows: readonly { readonly misbehaviour: Misbehaviour; readonly said: RegExp; readonly first: string }[] = [
  {
    misbehaviour: answering(302, "", { location: "https://elsewhere.example/login" }),
    said: /redirects to https:\/\/elsewhere\.example \(status 302\)/,
    first: "Open Service URL Setting",
  },
  {
    misbehaviour: answering(401, { detail: "Not authenticated" }),
    said: /Invalid or expired API key.*Sign in again/,
    first: "Sign In",
  },
  {
    misbehaviour: answering(504, { reason: "Query too slow" }),
    said: /too expensive: Query too slow\./,
    first: "Narrow Time Range",
  },
];

test("beside rows that stay, a refresh that fails is told once with what helps; so are another order and more rows", (t) =>
  editor.inWindow(t, { settings: { "weaveThreads.defaultTimeRange": "all" } }, async (window) => {
    const { notifications, quickInput } = window;
    const view = await signIn(window, withThreads);
    await settledRows(view);
    const clear = () => window.runCommand("Notifications: Clear All Notifications");
    for (const { misbehaviour, said, first } of besideRows) {
      withThreads.misbehave(misbehaviour);
      await view.press("Refresh");
      await notifications.waitFor(said);
      assert.equal((await notifications.buttons(said))[0], first);
      await eventually(async () => assert.match(await view.message(), said));
      assert.notEqual((await view.rows()).length, 0);
      assert.equal((await notifications.messages()).length, 1);
      await clear();
    }
    withThreads.misbehave(answering(504, { reason: "More is too slow" }));
    await window.runCommand("Weave: Load More Threads");
    await notifications.waitFor(/More is too slow/);
    await notifications.press(/More is too slow/, "Narrow Time Range");
    await quickInput.waitFor("Filter Threads by Time");
    withThreads.misbehave(answering(504, { reason: "An hour is too slow" }));
    await quickInput.pick("Last hour");
    await notifications.waitFor(/An hour is too slow/);
    withThreads.misbehave(null);
    await notifications.press(/An hour is too slow/, "Retry");
    await eventually(async () => {
      assert.equal(await view.busy(), false);
      assert.equal((await view.welcomeButtons()).includes("Narrow Time Range"), false);
      assert.equal((await notifications.messages()).length, 0);
    });
  }));

test("what the filter and the order were refused for stands where they are chosen", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const view = await signIn(window, service);
    await view.waitForWelcome(/No threads in this project/);
    service.misbehave(wrong(["filter", "after_datetime"], ["limit"]));
    await view.press("Refresh");
    await view.waitForWelcome(/rejected the filter/);
    await view.pressWelcomeButton("Change Filter");
    await quickInput.waitFor("Filter Threads");
    await eventually(async () => {
      const [time, ids] = await quickInput.items();
      assert.match(time?.detail ?? "", /^Input is odd \(odd, filter\.after_datetime\)$/);
      assert.equal(ids?.detail, "");
    });
    await quickInput.dismiss();
    service.misbehave(wrong(["sort_by", 0, "field"], ["limit"]));
    await view.press("Refresh");
    await view.waitForWelcome(/rejected the sort order/);
    await view.pressWelcomeButton("Change Sort Order");
    await quickInput.waitFor("Sort Threads");
    await eventually(async () => {
      // A row that is drawn in the place of another keeps the other's hidden second line.
      const marked = (await quickInput.items()).filter(({ detail }) => detail.includes("sort_by"));
      assert.deepEqual(
        marked.map(({ label, detail }) => [label, detail]),
        [["Last updated, newest first", "Input is odd (odd, sort_by.0.field)"]],
      );
    });
    await quickInput.dismiss();
    service.misbehave(answering(504, { reason: "Query too slow" }));
    await view.press("Refresh");
    await view.waitForWelcome(/too expensive/);
    await view.pressWelcomeButton("Narrow Time Range");
    await quickInput.waitFor("Filter Threads by Time");
    service.misbehave(null);
    await quickInput.pick("Last hour");
    await view.waitForWelcome(/No threads/);
  }));

test("what a count was refused for stands at the condition that caused it", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    await signIn(window, service);
    await waitForStatus(window, "40 calls");
    await window.runCommand("Weave: Count Calls…");
    await quickInput.pick("Errors Today");
    const query = ["query", "$expr", "AndOperation", "$and", 0, "EqOperation", "$eq", 1];
    service.misbehave(wrong([], query));
    await quickInput.pick("Include Storage Size");
    await eventually(async () => {
      const items = await quickInput.items();
      assert.match(items[0]?.label ?? "", /rejected the entries marked below/);
      const marked = items.filter(({ icons }) => icons.includes("error")).slice(1);
      assert.deepEqual(
        marked.map(({ label }) => label),
        ["status is error"],
      );
      assert.match(marked[0]?.detail ?? "", /^Input is odd \(odd, query\.\$expr\..*\)$/);
    });
    service.misbehave(wrong([], ["project_id"]));
    await quickInput.pick("Retry");
    await eventually(async () => {
      const [first] = await quickInput.items();
      assert.match(first?.label ?? "", /rejected the request: project_id: Input is odd \(odd\)/);
    });
    service.misbehave(answering(504, { reason: "Query too slow" }));
    await quickInput.pick("Retry");
    await eventually(async () => assert.match((await quickInput.items())[0]?.label ?? "", /too expensive/));
    await quickInput.pick("Narrow Time Range");
    await quickInput.waitFor("Start Time");
    await quickInput.dismiss();
  }));

test("a service that does not answer, or stops, is waited for as long as the settings say", (t) =>
  editor.inWindow(t, { settings: { "weaveThreads.requestTimeout": 2 } }, async (window) => {
    const view = await signIn(window, service);
    await waitForStatus(window, "40 calls");
    service.misbehave(hanging().misbehaviour);
    await view.press("Refresh");
    const says = (welcome: RegExp, count: RegExp) =>
      eventually(async () => {
        assert.match(await view.welcome(), welcome);
        assert.deepEqual(await view.welcomeButtons(), ["Retry", "Open Request Timeout Setting"]);
        assert.match(await window.statusItem(countId).accessibleName(), count);
      }, 60_000);
    await says(/No response from the service in time/, /No response from \S+ within 2 seconds/);
    service.misbehave((_incoming, outgoing) => void outgoing.writeHead(200).write('{"thread_id":'));
    await view.press("Refresh");
    await says(/The response stalled/, /The response stalled for 2 seconds/);
    service.misbehave(null);
    await view.pressWelcomeButton("Open Request Timeout Setting");
    await window.page.locator(".settings-editor").getByText("Request Timeout").waitFor();
  }));

interface Address {
  readonly what: string;
  readonly view: RegExp;
  readonly count: RegExp;
  readonly buttons: readonly string[];
  /** The address, and what answers there. */
  readonly open: () => Promise<AsyncDisposable & { readonly url: string }>;
}

const addresses: readonly Address[] = [
  {
    what: "a host that does not exist",
    view: /Could not find the service host/,
    count: /Could not find trace\.invalid \((?:ENOTFOUND|EAI_AGAIN)\)/,
    buttons: ["Retry", "Open Service URL Setting", way],
    open: async () => at("https://trace.invalid"),
  },
  {
    what: "a certificate that nobody signed",
    view: /certificate is self-signed/,
    count: /is self-signed \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    buttons: ["Retry", way],
    open: () => secure("selfSigned"),
  },
  {
    what: "a certificate of an authority that nobody knows",
    view: /The certificate's issuer is not trusted on this machine/,
    count: /not trusted on this machine \([A-Z_]+\)\. Install your company's certificate in the system/,
    buttons: ["Retry", way],
    open: () => secure("intercepted"),
  },
  {
    what: "a certificate whose time is over",
    view: /certificate has expired or is not valid yet/,
    count: /has expired \(CERT_HAS_EXPIRED\)/,
    buttons: ["Retry", way],
    open: () => secure("expired"),
  },
  {
    what: "a certificate of another host",
    view: /certificate is for another host/,
    count: /is for another host \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
    buttons: ["Open Service URL Setting", "Retry", way],
    open: () => secure("wrongHost"),
  },
  {
    what: "an https address of something else",
    view: /Could not connect to the service\./,
    count: /Could not connect to \S+ \(\w+\)/,
    buttons: ["Retry", "Open Service URL Setting", way],
    open: async () => at(service.url.replace("http:", "https:")),
  },
  {
    what: "an address where nothing listens",
    view: /Could not connect to the service \(connection refused\)/,
    count: /Could not connect to \S+ \(connection refused\)/,
    buttons: ["Retry", "Open Service URL Setting", way],
    open: async () => at(`http://127.0.0.1:${await closedPort()}`),
  },
];

function at(url: string, answering?: AsyncDisposable): AsyncDisposable & { readonly url: string } {
  return { url, [Symbol.asyncDispose]: async () => answering?.[Symbol.asyncDispose]() };
}

async function secure(name: CertificateName): Promise<AsyncDisposable & { readonly url: string }> {
  const running = await startSecureService(name);
  return at(`https://127.0.0.1:${running.port}`, running);
}

async function closedPort(): Promise<number> {
  await using server = await startProxyServer();
  return server.port;
}

/** Signs in with a key that is kept although it could not be checked; `said` is why. */
async function keepAnyway(window: Workbench, url: string, said: RegExp): Promise<void> {
  const { quickInput } = window;
  await window.runCommand("Weave: Sign In…");
  await enterStep(window, 1, url);
  await enterStep(window, 2, "api");
  await enterStep(window, 3, "a-key-that-is-kept-unchecked");
  assert.ok(await quickInput.offers("Save Without Checking", 20_000), url);
  // The sentence takes as many rows as it needs.
  assert.match((await quickInput.items()).map(({ label }) => label).join(" "), said, url);
  await quickInput.pick("Save Without Checking");
  await quickInput.waitUntilClosed();
}

interface ProxyLine {
  readonly what: string;
  /** Null for a port where nothing listens. */
  readonly proxy: ProxyOptions | null;
  readonly view: RegExp;
  /** What follows the proxy's name. */
  readonly count: string;
  readonly buttons: readonly string[];
}

const proxies: readonly ProxyLine[] = [
  {
    what: "a proxy that refuses",
    proxy: { behaviour: { refuse: 403 } },
    view: /The proxy refused to connect to the service/,
    count: "refused to connect to weave.example (status 403).",
    buttons: ["Retry", "Open Proxy Setting", way],
  },
  {
    what: "a proxy that wants credentials",
    proxy: { credentials: "joe:secret" },
    view: /The proxy requires authentication/,
    count: "requires authentication (status 407).",
    buttons: ["Open Proxy Setting", "Retry", way],
  },
  {
    what: "a proxy that is not there",
    proxy: null,
    view: /Connection to the proxy failed/,
    count: "failed: ECONNREFUSED.",
    buttons: ["Retry", "Open Proxy Setting", way],
  },
];

const named = { "weaveThreads.project": "northwind/support-assistant" };

for (const { what, proxy, view: sentence, count, buttons } of proxies) {
  test(`${what} is named, with what helps`, async (t) => {
    await using running = proxy === null ? null : await startProxyServer(proxy);
    const port = running?.port ?? (await closedPort());
    const said = `proxy 127.0.0.1:${port} ${count}`;
    const settings = { ...named, "http.proxy": `http://127.0.0.1:${port}` };
    await editor.inWindow(t, { settings }, async (window) => {
      await keepAnyway(window, "https://weave.example", new RegExp(said.replace(/[.()]/g, String.raw`\$&`)));
      const view = window.view("Threads");
      await eventually(async () => {
        assert.match(await view.welcome(), sentence);
        assert.deepEqual(await view.welcomeButtons(), buttons);
        const spoken = await window.statusItem(countId).accessibleName();
        assert.ok(spoken.includes(said), spoken);
      });
    });
  });
}

test(
  "each way not to reach a service is told apart, and another way is offered, and the way back",
  { timeout: 180_000 },
  (t) =>
    editor.inWindow(t, { settings: named }, async (window, profile) => {
      for (const { what, view: sentence, count, buttons, open } of addresses) {
        await using answering = await open();
        await keepAnyway(window, answering.url, count);
        const view = window.view("Threads");
        await eventually(async () => {
          assert.match(await view.welcome(), sentence, what);
          assert.deepEqual(await view.welcomeButtons(), buttons, what);
          assert.match(await window.statusItem(countId).accessibleName(), count, what);
        });
      }
      const view = window.view("Threads");
      const setting = async () => {
        const settings: unknown = JSON.parse(await readFile(join(profile.userData, "User", "settings.json"), "utf8"));
        return typeof settings === "object" && settings !== null ? Reflect.get(settings, "weaveThreads.network") : null;
      };
      await view.pressWelcomeButton(way);
      await eventually(async () => {
        assert.equal(await setting(), "editor");
        assert.deepEqual(await view.welcomeButtons(), [
          "Retry",
          "Open Service URL Setting",
          "Use Built-in HTTP Client",
        ]);
      });
      await view.pressWelcomeButton("Use Built-in HTTP Client");
      await eventually(async () => {
        assert.equal(await setting(), undefined);
        assert.deepEqual(await view.welcomeButtons(), ["Retry", "Open Service URL Setting", way]);
      });
    }),
);
