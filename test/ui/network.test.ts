import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { npmEditorRuns } from "../editor/desktop.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { authorityFile } from "../fault/certificates.ts";
import { type ProxyServer, startProxyServer } from "../fault/proxyServer.ts";
import { startSecureDoor } from "../fault/secureDoor.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { changeSettings, settledRows, signIn, waitForStatus } from "./steps.ts";

// The file takes the place of the system's certificate authorities, which is where both clients look for them. A desktop
// editor is not given an environment of its own: there this is not tested.
const editor = installedEditor({ environment: { SSL_CERT_FILE: authorityFile } });
const service = interposed();

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString("base64")}`;

async function requestsGoByTheSettings(t: TestContext): Promise<void> {
  await using door = await startSecureDoor(service.url);
  await using first = await startProxyServer({ credentials: "alice:pass-for-the-proxy" });
  await using second = await startProxyServer();
  const url = `https://weave.example:${door.port}`;
  const tunnels = ({ heads }: ProxyServer) => heads.filter((head) => head.includes(` weave.example:${door.port} `));
  const settings = {
    // Settings open in a tab, as files do.
    "workbench.editor.useModal": "off",
    "http.proxy": `http://127.0.0.1:${first.port}`,
    "http.proxyAuthorization": basic("alice:pass-for-the-proxy"),
  };

  await editor.inWindow(t, { settings }, async (window, { userData }) => {
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

    const asked = service.requests.length;
    const before = tunnels(first).length;
    await changeSettings(window, userData, { "http.proxy": `http://127.0.0.1:${second.port}` });
    await eventually(async () => {
      await view.press("Refresh");
      assert.ok(tunnels(second).length > 0);
    });
    await settledRows(view);
    assert.ok(service.requests.length > asked);
    assert.ok(tunnels(first).length <= before + 2, "what was asked before the change was noticed");

    // undici's ProxyAgent, which VS Code sends by, says so; the extension's own client does not.
    const byEditor = () => tunnels(second).filter((head) => /^proxy-connection:/im.test(head));
    assert.deepEqual(byEditor(), []);
    await changeSettings(window, userData, { "weaveThreads.network": "editor" });
    await eventually(async () => {
      await view.press("Refresh");
      assert.ok(byEditor().length > 0);
    });
    await settledRows(view);
    await waitForStatus(window, "9K calls");
  });
}

if (npmEditorRuns) {
  test(
    "requests go by the proxy of the settings, which change in the open window, or by the editor",
    requestsGoByTheSettings,
  );
}
