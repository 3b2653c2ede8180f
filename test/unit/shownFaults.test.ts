import assert from "node:assert/strict";
import { after, before, type TestContext, test } from "node:test";
import { actionsFor, actionTitle, type FaultSubject } from "../../src/core/failures/action.ts";
import type { Fault } from "../../src/core/failures/fault.ts";
import { type FaultForm, type FaultGroup, faultForm, faultGroup } from "../../src/core/failures/faultForm.ts";
import { faultText } from "../../src/core/failures/faultText.ts";
import { shortFaultText } from "../../src/core/failures/shortFaultText.ts";
import { LazyThreadService } from "../../src/core/port/lazyThreadService.ts";
import { countCalls, queryThreads } from "../../src/core/port/operations.ts";
import { type StatusItem, statusItem, viewState } from "../../src/core/project/display.ts";
import { statusText } from "../../src/core/project/statusText.ts";
import type { Session } from "../../src/core/session/session.ts";
import { defaultNetwork } from "../../src/core/settings/network.ts";
import { createFormats } from "../../src/core/text/format.ts";
import { authorityFile, type CertificateName } from "../fault/certificates.ts";
import { type ClientProcess, startClientProcess } from "../fault/clientProcess.ts";
import {
  answering,
  breakingAfter,
  hanging,
  type InterposedService,
  type Misbehavior,
  startInterposedService,
} from "../fault/interposedService.ts";
import { type ProxyOptions, startProxyServer } from "../fault/proxyServer.ts";
import { startSecureService } from "../fault/secureService.ts";
import { everyOne } from "./core/conversations/threads.ts";
import { faultForms, faultOf, faultsOfForms } from "./core/failures/faults.ts";
import { closedPort, type StartClientOptions, startClient } from "./service/rawServer.ts";
import { collect } from "./service/threads.ts";
import { threadsWelcome } from "./welcome.ts";

// Each fault of a real request, and all that is shown for it.

const project = "northwind/support-assistant";
const host = "trace.example";
const session: Session = {
  kind: "signedIn",
  project,
  account: { url: `https://${host}`, origin: `https://${host}`, username: "api" },
};
const formats = createFormats("en");
const { signal } = new AbortController();

let service: InterposedService;
let trusting: ClientProcess;
before(async () => {
  service = await startInterposedService({ threads: 0, calls: 40 });
  // Node.js reads the variable when it starts.
  trusting = startClientProcess({ NODE_EXTRA_CA_CERTS: authorityFile });
});
after(async () => {
  for (const started of [service, trusting]) await started[Symbol.asyncDispose]();
});

/** The faults of a request for threads and of a count. */
interface Faults {
  readonly threads: Fault;
  readonly count: Fault;
}

type Cause = (t: TestContext) => Promise<Faults>;

async function faultsOf(t: TestContext, options: StartClientOptions): Promise<Faults> {
  const client = startClient(t, options);
  const lazy = new LazyThreadService(async () => client.service, host);
  return {
    threads: await faultOf(collect(lazy.rows(queryThreads, { project }, signal))),
    count: await faultOf(lazy.ask(countCalls, { project }, signal)),
  };
}

function response(misbehavior: Misbehavior, timeout?: number): Cause {
  return async (t) => {
    service.misbehave(misbehavior);
    return await faultsOf(t, { url: service.url, ...(timeout !== undefined && { timeout }) });
  };
}

function at(url: () => string | Promise<string>): Cause {
  return async (t) => await faultsOf(t, { url: await url() });
}

function through(options: ProxyOptions | null): Cause {
  return async (t) => {
    await using proxy = options === null ? null : await startProxyServer(options);
    const network = { ...defaultNetwork, proxy: `http://127.0.0.1:${proxy?.port ?? (await closedPort())}` };
    return await faultsOf(t, { url: `https://${host}`, network: () => network });
  };
}

function secured(name: CertificateName): Cause {
  return async () => {
    await using secure = await startSecureService(name);
    const { outcome } = await trusting.ask({ url: `https://127.0.0.1:${secure.port}`, network: {} });
    assert.ok(typeof outcome === "object", "the request succeeded");
    return { threads: { ...outcome, host }, count: { ...outcome, host } };
  };
}

/** Without a request: a fault that takes another machine, an older service or a setting of the machine. */
function given(form: FaultForm): Cause {
  const fault = { ...faultsOfForms[form][0], host };
  return async () => ({ threads: fault, count: fault });
}

const broken: Misbehavior = (_incoming, outgoing) => outgoing.destroy();
const stalling: Misbehavior = (_incoming, outgoing) => void outgoing.writeHead(200).write('{"thread_id":');
const wrong = (threads: readonly (string | number)[], count: readonly (string | number)[]): Misbehavior => {
  return (incoming, outgoing, held) => {
    const loc = held.path === "/threads/stream_query" ? threads : count;
    answering(422, { detail: [{ loc: ["body", ...loc], msg: "Input is odd", type: "odd" }] })(incoming, outgoing, held);
  };
};

interface Line {
  readonly what: string;
  readonly cause: Cause;
  readonly form: FaultForm;
  /** The buttons there and in a notification about the threads. */
  readonly buttons: readonly string[];
  /** The sentence about a count. */
  readonly count: string;
  /** The same in the status bar, where it stays; absent if it is the same. */
  readonly lasting?: string;
  /** In rows of trees. */
  readonly short: string;
  /** The sentence in a notification about the threads; absent if it is that of the count. */
  readonly threads?: string;
  /** The buttons of a notification about a count file; absent if they are those of the view. */
  readonly file?: readonly string[];
}

const otherClient = "Use VS Code's HTTP Client";
const certificate = ["Retry", otherClient];
const unreachable = ["Retry", "Change Service URL", otherClient];
const proxied = ["Open Proxy Setting", "Retry", otherClient];
const address = ["Change Service URL", "Retry", "Show Log"];
const forbidden = ["Select Project", "Sign In", "Retry"];
const timeout = ["Retry", "Open Request Timeout Setting"];

/** The sentence in the Threads view, where the particulars cannot be shown: VS Code hides it next to a message. */
const views: Readonly<Record<FaultGroup, string>> = {
  unreachable: "Could not connect to the service. Check your network and the service URL.",
  proxy:
    "The proxy could not be reached, refused the connection or requires authentication. Check the http.proxy and http.proxyAuthorization settings, and the HTTPS_PROXY environment variable.",
  certificate:
    "The service's certificate is expired, self-signed or not trusted on this machine. Install your company's certificate in the system, or contact the service administrator.",
  unsafe:
    "Request blocked: this workspace's http settings, or NODE_TLS_REJECT_UNAUTHORIZED=0, could expose your API key in VS Code's HTTP client. Remove them, or use the built-in HTTP client.",
  "unsafe.machineTls":
    "Request blocked: http.proxyStrictSSL turns off certificate checks in this machine's settings. Remove it there, or set it to true in your user settings.",
  timeout: "The request timed out. Try again, check your network, or increase the timeout.",
  notSignedIn: "Invalid or expired API key. Sign in again.",
  forbidden:
    "The project does not exist, or this account cannot read it. Select another project, or sign in with another key.",
  address:
    "The service URL redirects, opens a web page, or belongs to a service without threads. Check the service URL, or sign in to your network.",
  "invalidRequest.filter": "The service rejected the filter, or it is too long. Open the filter for details.",
  "invalidRequest.sort": "The service rejected the sort order. Open the sort menu for details.",
  invalidRequest: "The service rejected the request, or does not support it. See the log for details.",
  rateLimited: "Rate limited by the service, or the response was incomplete. Try again later.",
  tooExpensive: "The query is too expensive. Try a shorter time range.",
  serviceFailure: "The service failed, or sent an unexpected response. See the log for details.",
};

const lines: readonly Line[] = [
  {
    what: "a reset connection",
    short: "Connection closed",
    cause: response(broken),
    form: "unreachable.broken",
    buttons: unreachable,
    count:
      "The connection to trace.example closed before a response arrived (ECONNRESET). Try again, or check for a firewall or proxy.",
  },
  {
    what: "a host that does not exist",
    short: "Host not found",
    cause: at(() => "https://trace.invalid"),
    form: "unreachable.name",
    buttons: unreachable,
    count: "Could not find trace.example (ENOTFOUND). Check the service URL and your network.",
  },
  {
    what: "a closed port",
    short: "Connection refused",
    cause: at(async () => `http://127.0.0.1:${await closedPort()}`),
    form: "unreachable.refused",
    buttons: unreachable,
    count: "Could not connect to trace.example (connection refused). Check the service URL, or try again later.",
  },
  {
    what: "an https URL of an http service",
    short: "Could not connect",
    cause: at(() => service.url.replace("http:", "https:")),
    form: "unreachable",
    buttons: unreachable,
    count: "Could not connect to trace.example (ERR_SSL). Check your network and the service URL.",
  },
  {
    what: "no route",
    short: "No route to host",
    cause: given("unreachable.noRoute"),
    form: "unreachable.noRoute",
    buttons: unreachable,
    count: "No route to trace.example. Check your network or VPN.",
  },
  {
    what: "a self-signed certificate",
    short: "Self-signed certificate",
    cause: secured("selfSigned"),
    form: "certificate.selfSigned",
    buttons: certificate,
    count:
      "The certificate of trace.example is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT). If you trust it, install it in the system.",
  },
  {
    what: "a certificate of an unknown issuer",
    short: "Certificate not trusted",
    cause: secured("intercepted"),
    form: "certificate.unknownAuthority",
    buttons: certificate,
    count:
      "The issuer of the certificate of trace.example is not trusted on this machine (UNABLE_TO_VERIFY_LEAF_SIGNATURE). Install your company's certificate in the system and turn on http.systemCertificates.",
  },
  {
    what: "an expired certificate",
    short: "Certificate expired",
    cause: secured("expired"),
    form: "certificate.expired",
    buttons: certificate,
    count: "The certificate of trace.example has expired (CERT_HAS_EXPIRED). Contact the service administrator.",
  },
  {
    what: "a certificate of another host",
    short: "Certificate host mismatch",
    cause: secured("wrongHost"),
    form: "certificate.otherHost",
    buttons: unreachable,
    count:
      "The certificate of trace.example is for another host (ERR_TLS_CERT_ALTNAME_INVALID). Check the service URL.",
  },
  {
    what: "another certificate error",
    short: "Certificate not trusted",
    cause: given("certificate"),
    form: "certificate",
    buttons: certificate,
    count: "The certificate of trace.example is not trusted (INVALID_PURPOSE). Contact the service administrator.",
  },
  {
    what: "a proxy that refuses",
    short: "Proxy status 403",
    cause: through({ behavior: { refuse: 403 } }),
    form: "proxy.refused",
    buttons: proxied,
    count: "The proxy 127.0.0.1:PORT refused to connect to trace.example (status 403). Check the http.proxy setting.",
  },
  {
    what: "a proxy that requires authentication",
    short: "Proxy requires authentication",
    cause: through({ credentials: "joe:secret" }),
    form: "proxy.credentials",
    buttons: proxied,
    count:
      "The proxy 127.0.0.1:PORT requires authentication (status 407). Add a user name and password to http.proxy, or a header to http.proxyAuthorization.",
  },
  {
    what: "a proxy that is not running",
    short: "Could not connect to proxy",
    cause: through(null),
    form: "proxy",
    buttons: proxied,
    count: "Connection to the proxy 127.0.0.1:PORT failed: ECONNREFUSED. Check the http.proxy setting.",
  },
  {
    what: "status 407",
    short: "Proxy requires authentication",
    cause: response(answering(407, {})),
    form: "proxy.credentials",
    buttons: proxied,
    count:
      "The proxy requires authentication (status 407). Add a user name and password to http.proxy, or a header to http.proxyAuthorization.",
  },
  {
    what: "http settings in the workspace",
    short: "Request blocked",
    cause: given("unsafe.workspaceHttp"),
    form: "unsafe.workspaceHttp",
    buttons: ["Retry", "Use Built-in HTTP Client"],
    count:
      "Request blocked: this workspace changes VS Code's http settings, which could redirect your API key. Remove them from the workspace settings, or use the built-in HTTP client.",
  },
  {
    what: "certificate checks turned off in the environment",
    short: "Request blocked",
    cause: given("unsafe.environmentTls"),
    form: "unsafe.environmentTls",
    buttons: ["Retry", "Use Built-in HTTP Client"],
    count:
      "Request blocked: NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks in VS Code. Unset it, or use the built-in HTTP client.",
  },
  {
    what: "certificate checks turned off in the machine's settings",
    short: "Request blocked",
    cause: given("unsafe.machineTls"),
    form: "unsafe.machineTls",
    buttons: ["Open Certificate Setting", "Retry"],
    count:
      "Request blocked: http.proxyStrictSSL turns off certificate checks in this machine's settings. Remove it there, or set it to true in your user settings.",
  },
  {
    what: "a connection timeout",
    short: "Timed out (30 s)",
    cause: given("timeout.connect"),
    form: "timeout.connect",
    buttons: timeout,
    count: "Connecting to trace.example timed out after 30 seconds. Check your network and the service URL.",
  },
  {
    what: "no response",
    short: "Timed out (1 s)",
    cause: response(hanging().misbehavior, 100),
    form: "timeout.headers",
    buttons: timeout,
    count: "No response from trace.example within 1 second. Try again, or increase the timeout.",
  },
  {
    what: "a response that stalls",
    short: "Timed out (1 s)",
    cause: response(stalling, 100),
    form: "timeout.body",
    buttons: timeout,
    count: "The response from trace.example stalled for 1 second. Try again, or increase the timeout.",
  },
  {
    what: "a response that is too slow",
    short: "Timed out (30 s)",
    cause: given("timeout.rate"),
    form: "timeout.rate",
    buttons: timeout,
    count: "The response from trace.example was too slow and was canceled after 30 seconds. Try again later.",
  },
  {
    what: "status 401",
    short: "Invalid API key",
    cause: response(answering(401, { detail: "Not authenticated" })),
    form: "notSignedIn",
    buttons: ["Sign In"],
    count: "Invalid or expired API key for trace.example. Sign in again.",
  },
  {
    what: "status 403",
    short: "No access to project",
    cause: response(answering(403, { detail: "Project not found" })),
    form: "forbidden",
    buttons: forbidden,
    count:
      "Project northwind/support-assistant does not exist, or this account cannot read it. Select another project, or sign in with another key.",
  },
  {
    what: "status 404 with a detail",
    short: "Not supported",
    cause: response(answering(404, { detail: "Not Found" })),
    form: "routeMissing",
    buttons: address,
    count:
      "/calls/query_stats is not supported by trace.example, which may be an older version or another website. Check the service URL.",
    threads:
      "/threads/stream_query is not supported by trace.example, which may be an older version or another website. Check the service URL.",
  },
  {
    what: "status 404 with a reason",
    short: "Not found",
    cause: response(answering(404, { reason: "Project was deleted" })),
    form: "notFound",
    buttons: forbidden,
    count: "Not found on trace.example: Project was deleted. Select another project.",
  },
  {
    what: "status 413",
    short: "Request too large",
    cause: response(answering(413, { reason: "Request too large" })),
    form: "tooLarge",
    buttons: ["Change Filter", "Show Log"],
    count: "The request is too large for trace.example. Use fewer values.",
    file: ["Show Log"],
  },
  {
    what: "status 422 for the filter",
    short: "Request rejected",
    cause: response(wrong(["filter", "after_datetime"], ["filter", "op_names", 0])),
    form: "invalidRequest.filter",
    buttons: ["Change Filter", "Show Log"],
    count: "The request was rejected by trace.example: filter.op_names.0: Input is odd (odd)",
    threads: "The request was rejected by trace.example: filter.after_datetime: Input is odd (odd)",
    file: ["Show Log"],
  },
  {
    what: "status 422 for the sort order",
    short: "Request rejected",
    cause: response(wrong(["sort_by", 0, "field"], ["limit"])),
    form: "invalidRequest.sort",
    buttons: ["Change Sort Order", "Show Log"],
    count: "The request was rejected by trace.example: limit: Input is odd (odd)",
    threads: "The request was rejected by trace.example: sort_by.0.field: Input is odd (odd)",
    file: ["Show Log"],
  },
  {
    what: "status 400",
    short: "Request rejected",
    cause: response(answering(400, { reason: "Too many values" })),
    form: "invalidRequest",
    buttons: ["Show Log"],
    count: "The request was rejected by trace.example: Too many values",
  },
  {
    what: "an unsupported operator",
    short: "Operator not supported",
    cause: given("unsupported"),
    form: "unsupported",
    buttons: ["Show Log"],
    count: "$containsToken is not supported by trace.example. Remove it from the query.",
  },
  {
    what: "status 429 with a long pause",
    short: "Rate limited",
    cause: response(answering(429, {}, { "retry-after": "121" })),
    form: "rateLimited",
    buttons: ["Retry"],
    count: "Rate limited by trace.example. Try again in 3 minutes.",
    lasting: "Rate limited by trace.example. Try again later.",
  },
  {
    what: "status 504 for the cost of the query",
    short: "Query too expensive",
    cause: response(answering(504, { reason: "Query too slow, narrow the time range" })),
    form: "tooExpensive",
    buttons: ["Narrow Time Range", "Retry"],
    count:
      "The query is too expensive for trace.example: Query too slow, narrow the time range. Try a shorter time range.",
    file: ["Retry"],
  },
  {
    what: "status 502 for the memory of the query",
    short: "Query too expensive",
    cause: response(answering(502, { reason: "Query memory limit exceeded." })),
    form: "tooExpensive",
    buttons: ["Narrow Time Range", "Retry"],
    count: "The query is too expensive for trace.example: Query memory limit exceeded. Try a shorter time range.",
    file: ["Retry"],
  },
  {
    what: "status 500",
    short: "Status 500",
    cause: response(answering(500, { reason: "Internal server error" })),
    form: "serviceFailure",
    buttons: ["Retry", "Show Log"],
    count: "The request to trace.example failed (status 500): Internal server error.",
  },
  {
    what: "status 503 with a long pause",
    short: "Status 503",
    cause: response(answering(503, "<html>Down</html>", { "retry-after": "90" })),
    form: "serviceFailure",
    buttons: ["Retry", "Show Log"],
    count: "The request to trace.example failed (status 503): an HTML page. Try again in 2 minutes.",
    lasting: "The request to trace.example failed (status 503): an HTML page.",
  },
  {
    what: "a redirect",
    short: "Redirected (status 302)",
    cause: response(answering(302, "", { location: "https://elsewhere.example/login" })),
    form: "redirect",
    buttons: address,
    count:
      "Requests to trace.example are redirected to https://elsewhere.example (status 302). Redirects are not followed, to protect your API key. Check the service URL, or sign in to your network.",
  },
  {
    what: "a web page",
    short: "Web page instead of data",
    cause: response(answering(200, "<!doctype html><title>Log in</title>")),
    form: "malformed.page",
    buttons: address,
    count: "Received a web page instead of data from trace.example. Check the service URL, or sign in to your network.",
  },
  {
    what: "an invalid response",
    short: "Unexpected response",
    cause: response(answering(200, '["odd"]\n')),
    form: "malformed",
    buttons: ["Retry", "Show Log"],
    threads: "The response from trace.example is not valid at line 1. See the log for details.",
    count: "Unexpected response from trace.example. See the log for details.",
  },
  {
    what: "an incomplete response",
    short: "Incomplete response",
    cause: response(breakingAfter('{"thread')),
    form: "cutShort",
    buttons: ["Retry"],
    count: "The response from trace.example was incomplete. Try again.",
  },
];

/** Codes and ports differ between machines. */
function fixed(text: string): string {
  return text
    .replace(/127\.0\.0\.1:\d+/, "127.0.0.1:PORT")
    .replace(/ERR_SSL_\w+/, "ERR_SSL")
    .replace("EAI_AGAIN", "ENOTFOUND");
}

function titles(fault: Fault, requested: FaultSubject): readonly string[] {
  return actionsFor(fault, requested, "own").map(actionTitle);
}

for (const { what, cause, form, buttons, count, lasting = count, short, threads = count, file = buttons } of lines) {
  test(`${what} is shown in the view, the status bar and notifications, with its actions`, async (t) => {
    const faults = await cause(t);
    const load = { kind: "failed", fault: faults.threads } as const;
    const state = viewState(session, { load, listing: everyOne(), found: null });
    assert.equal(faultForm(faults.threads), form);
    const group = faultGroup(faults.threads);
    assert.equal(state, `failed.${group}`);
    const welcome = threadsWelcome(state);
    assert.equal(welcome.sentences[0], views[group]);
    assert.deepEqual(
      welcome.buttons.map(({ title }) => title),
      buttons,
    );
    assert.equal(fixed(faultText(faults.threads)), threads);
    assert.equal(shortFaultText(faults.threads), short);
    assert.deepEqual(titles(faults.threads, "threads"), buttons);
    assert.deepEqual(titles(faults.count, "file"), file);
    const item: StatusItem | null = statusItem(
      session,
      {
        kind: "stale",
        value: { count: 40, hasMore: false, storageSize: null, rewritten: [] },
        at: 0,
        fault: faults.count,
      },
      null,
    );
    assert.ok(item !== null);
    const { icon, text, spoken } = statusText(item, formats);
    const isRejected = group === "notSignedIn";
    assert.deepEqual([icon, text], isRejected ? ["key", "Weave: Sign In Again"] : ["history", "40 calls"]);
    const before = isRejected ? "" : `40 calls in ${project} when last counted. `;
    assert.equal(fixed(spoken), `Weave: ${before}${lasting}`);
    assert.equal(fixed(faultText(faults.count)), count);
  });
}

test("every form of a fault is in the table", () => {
  assert.deepEqual(
    faultForms.filter((form) => !lines.some((line) => line.form === form)),
    [],
  );
});

test("a connection fault offers the HTTP client that is not in use", () => {
  for (const client of ["own", "editor"] as const) {
    const { sentences, buttons } = threadsWelcome("failed.unreachable", { client });
    assert.deepEqual(
      [sentences[1], buttons.at(-1)?.title],
      client === "own"
        ? ["VS Code may be able to connect with its own proxy and certificate support.", otherClient]
        : ["VS Code's HTTP client is in use.", "Use Built-in HTTP Client"],
    );
  }
});
