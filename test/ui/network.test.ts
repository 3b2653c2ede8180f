import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { npmEditorRuns } from "../editor/desktop.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { authorityFile } from "../fault/certificates.ts";
import { type ProxyServer, startProxyServer } from "../fault/proxyServer.ts";
import { startTlsFront } from "../fault/tlsFront.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { settledRows, signIn, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed();

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString("base64")}`;

async function change(window: Workbench, name: string, value: string): Promise<void> {
  const host = await window.host();
  await host.run(
    async ({ vscode }, [setting, next]: readonly [string, string]) => {
      await vscode.workspace.getConfiguration().update(setting, next, vscode.ConfigurationTarget.Global);
    },
    [name, value],
  );
}

/** Both clients read the system's authorities from this file, once per extension host: at the first request. */
async function trustTestAuthority(window: Workbench): Promise<void> {
  const host = await window.host();
  await host.run((_inside, file: string) => {
    process.env.SSL_CERT_FILE = file;
  }, authorityFile);
}

async function requestsFollowTheSettings(t: TestContext): Promise<void> {
  await using door = await startTlsFront(service.url);
  await using first = await startProxyServer({ credentials: "alice:pass-for-the-proxy" });
  await using second = await startProxyServer();
  const url = `https://weave.example:${door.port}`;
  const tunnels = ({ heads }: ProxyServer) => heads.filter((head) => head.includes(` weave.example:${door.port} `));
  const settings = {
    "http.proxy": `http://127.0.0.1:${first.port}`,
    "http.proxyAuthorization": basic("alice:pass-for-the-proxy"),
  };

  await editor.inWindow(t, { settings, fresh: {} }, async (window) => {
    await trustTestAuthority(window);
    const view = await signIn(window, { url, username: service.username, password: service.password });
    await settledRows(view);
    await waitForStatus(window, "9K calls");
    assert.ok(tunnels(first).length > 0);
    for (const head of tunnels(first)) assert.ok(head.includes(basic("alice:pass-for-the-proxy")));
    assert.deepEqual(tunnels(second), []);
    const sent = first.received().toString("latin1");
    const key = `${service.username}:${service.password}`;
    for (const secret of [service.password, basic(key).slice(6)]) assert.ok(!sent.includes(secret));
    for (const { authorization } of service.requests) assert.equal(authorization, basic(key));

    const requested = service.requests.length;
    await change(window, "http.proxy", `http://127.0.0.1:${second.port}`);
    const before = tunnels(first).length;
    await view.press("Refresh");
    await eventually(() => assert.ok(tunnels(second).length > 0));
    // The rows on the screen may still be the earlier ones.
    await eventually(() => assert.ok(service.requests.length > requested));
    await settledRows(view);
    assert.equal(tunnels(first).length, before);

    // Only undici's ProxyAgent, which VS Code uses, sends this header.
    const byEditor = () => tunnels(second).filter((head) => /^proxy-connection:/im.test(head));
    assert.deepEqual(byEditor(), []);
    const answered = service.requests.length;
    await change(window, "weaveThreads.network", "editor");
    await view.press("Refresh");
    await eventually(() => assert.ok(byEditor().length > 0));
    await eventually(() => assert.ok(service.requests.length > answered));
    await settledRows(view);
    await waitForStatus(window, "9K calls");
    assert.doesNotMatch((await view.rows())[0]?.accessibleName ?? "", /Not refreshed/);
  });
}

if (npmEditorRuns) test("requests use the proxy and the HTTP client of the settings", requestsFollowTheSettings);
