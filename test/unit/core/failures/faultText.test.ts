import assert from "node:assert/strict";
import { test } from "node:test";
import { actionTitle } from "../../../../src/core/failures/action.ts";
import {
  type Detail,
  type Fault,
  htmlPage,
  type ProxySource,
  type RequestIssue,
} from "../../../../src/core/failures/fault.ts";
import { addressProblemText, faultNotice, faultText, issuesDetail } from "../../../../src/core/failures/faultText.ts";
import { issue } from "./faults.ts";

const host = "trace.example.com";
const unreachable = (code: string) => faultText({ kind: "unreachable", code, host });
const certificate = (code: string) => faultText({ kind: "certificate", code, host });
const proxy = (status: number | null, detail = "", source: ProxySource = "http.proxy") =>
  faultText({ kind: "proxy", proxy: "proxy.example:8080", status, detail, source, host });
const timeout = (phase: Extract<Fault, { kind: "timeout" }>["phase"], milliseconds = 30_000) =>
  faultText({ kind: "timeout", phase, milliseconds, host });
const invalid = (detail: string, ...issues: RequestIssue[]) => faultText({ kind: "invalidRequest", detail, issues });
const failure = (detail: string, retryAfter: number | null = null) =>
  faultText({ kind: "serviceFailure", status: 500, detail, retryAfter });
const malformed = (line: number | null, rowsBefore: number, detail: Detail = "not JSON") =>
  faultText({ kind: "malformed", line, rowsBefore, detail });

type Case = readonly [name: string, said: unknown, expected: unknown];

const connectionsCases: readonly Case[] = [
  [
    "a host without an address",
    unreachable("ENOTFOUND"),
    "Could not find trace.example.com (ENOTFOUND). Check the service URL and your network.",
  ],
  [
    "a DNS server that is temporarily unavailable",
    unreachable("EAI_AGAIN"),
    "Could not find trace.example.com (EAI_AGAIN). Check the service URL and your network.",
  ],
  [
    "a refused connection",
    unreachable("ECONNREFUSED"),
    "Could not connect to trace.example.com (connection refused). Check the service URL, or try again later.",
  ],
  [
    "a refused connection of an unnamed host",
    faultText({ kind: "unreachable", code: "ECONNREFUSED" }),
    "Could not connect to the service (connection refused). Check the service URL, or try again later.",
  ],
  [
    "an unnamed host without an address",
    faultText({ kind: "unreachable", code: "ENOTFOUND" }),
    "Could not find the service host (ENOTFOUND). Check the service URL and your network.",
  ],
  [
    "a host with a hidden character",
    faultText({ kind: "unreachable", code: "ECONNREFUSED", host: "a\u202e.example" }),
    "Could not connect to a‹U+202E›.example (connection refused). Check the service URL, or try again later.",
  ],
  [
    "a reset connection",
    unreachable("ECONNRESET"),
    "The connection to trace.example.com closed before a response arrived (ECONNRESET). Try again, or check for a firewall or proxy.",
  ],
  [
    "a broken pipe",
    unreachable("EPIPE"),
    "The connection to trace.example.com closed before a response arrived (EPIPE). Try again, or check for a firewall or proxy.",
  ],
  ["no route to the host", unreachable("EHOSTUNREACH"), "No route to trace.example.com. Check your network or VPN."],
  ["no route to the network", unreachable("ENETUNREACH"), "No route to trace.example.com. Check your network or VPN."],
  [
    "another failure to connect",
    unreachable("EPROTO"),
    "Could not connect to trace.example.com (EPROTO). Check your network and the service URL.",
  ],
  [
    "a code with a hidden character",
    unreachable("E\u202eX"),
    "Could not connect to trace.example.com (E‹U+202E›X). Check your network and the service URL.",
  ],
  [
    "a proxy that cannot be reached",
    proxy(null),
    "Connection to the proxy proxy.example:8080 failed. Check the http.proxy setting.",
  ],
  [
    "a proxy that cannot be reached, with the reason",
    proxy(null, "connect ECONNREFUSED 127.0.0.1:8080"),
    "Connection to the proxy proxy.example:8080 failed: connect ECONNREFUSED 127.0.0.1:8080. Check the http.proxy setting.",
  ],
  [
    "a proxy that refuses",
    proxy(403, "Forbidden."),
    "The proxy proxy.example:8080 refused to connect to trace.example.com (status 403): Forbidden. Check the http.proxy setting.",
  ],
  [
    "a proxy that requires authentication",
    proxy(407),
    "The proxy proxy.example:8080 requires authentication (status 407). Add a user name and password to http.proxy, or a header to http.proxyAuthorization.",
  ],
  [
    "a proxy that only the editor knows",
    faultText({ kind: "proxy", proxy: null, status: 502, detail: "", host }),
    "The proxy refused to connect to trace.example.com (status 502). Check your proxy settings.",
  ],
  [
    "a proxy of the environment that refuses",
    proxy(403, "", "HTTPS_PROXY"),
    "The proxy proxy.example:8080 refused to connect to trace.example.com (status 403). Check the HTTPS_PROXY environment variable.",
  ],
  [
    "a proxy of the environment that requires authentication",
    proxy(407, "", "HTTP_PROXY"),
    "The proxy proxy.example:8080 requires authentication (status 407). Add a user name and password to HTTP_PROXY, or a header to http.proxyAuthorization.",
  ],
  [
    "http settings in the workspace",
    faultText({ kind: "unsafe", danger: "workspaceHttp" }),
    "Request blocked: this workspace changes VS Code's http settings, which could redirect your API key. Remove them from the workspace settings, or use the built-in HTTP client.",
  ],
  [
    "certificate checks turned off in the environment",
    faultText({ kind: "unsafe", danger: "environmentTls" }),
    "Request blocked: NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks in VS Code. Unset it, or use the built-in HTTP client.",
  ],
  [
    "certificate checks turned off in the machine's settings",
    faultText({ kind: "unsafe", danger: "machineTls" }),
    "Request blocked: http.proxyStrictSSL turns off certificate checks in this machine's settings. Remove it there, or set it to true in your user settings.",
  ],
  [
    "an expired certificate",
    certificate("CERT_HAS_EXPIRED"),
    "The certificate of trace.example.com has expired (CERT_HAS_EXPIRED). Contact the service administrator.",
  ],
  [
    "a certificate that is not valid yet",
    certificate("CERT_NOT_YET_VALID"),
    "The certificate of trace.example.com is not valid yet (CERT_NOT_YET_VALID). Check this computer's date.",
  ],
  [
    "a certificate for another host",
    certificate("ERR_TLS_CERT_ALTNAME_INVALID"),
    "The certificate of trace.example.com is for another host (ERR_TLS_CERT_ALTNAME_INVALID). Check the service URL.",
  ],
  [
    "a certificate with an untrusted issuer",
    certificate("UNABLE_TO_GET_ISSUER_CERT_LOCALLY"),
    "The issuer of the certificate of trace.example.com is not trusted on this machine (UNABLE_TO_GET_ISSUER_CERT_LOCALLY). Install your company's certificate in the system and turn on http.systemCertificates.",
  ],
  [
    "a chain with an untrusted root",
    certificate("SELF_SIGNED_CERT_IN_CHAIN"),
    "The issuer of the certificate of trace.example.com is not trusted on this machine (SELF_SIGNED_CERT_IN_CHAIN). Install your company's certificate in the system and turn on http.systemCertificates.",
  ],
  [
    "a self-signed certificate",
    certificate("DEPTH_ZERO_SELF_SIGNED_CERT"),
    "The certificate of trace.example.com is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT). If you trust it, install it in the system.",
  ],
  [
    "another certificate error",
    certificate("CERT_REVOKED"),
    "The certificate of trace.example.com is not trusted (CERT_REVOKED). Contact the service administrator.",
  ],
  [
    "a connection timeout",
    timeout("connect"),
    "Connecting to trace.example.com timed out after 30 seconds. Check your network and the service URL.",
  ],
  [
    "no response within the timeout",
    timeout("headers"),
    "No response from trace.example.com within 30 seconds. Try again, or increase the timeout.",
  ],
  [
    "a response that stalls",
    timeout("body"),
    "The response from trace.example.com stalled for 30 seconds. Try again, or increase the timeout.",
  ],
  [
    "a response that is too slow",
    timeout("rate", 90_000),
    "The response from trace.example.com was too slow and was canceled after 2 minutes. Try again later.",
  ],
  [
    "a timeout below a second is rounded up to one",
    timeout("headers", 400),
    "No response from trace.example.com within 1 second. Try again, or increase the timeout.",
  ],
  [
    "a timeout is rounded up to minutes",
    timeout("headers", 61_000),
    "No response from trace.example.com within 2 minutes. Try again, or increase the timeout.",
  ],
];

const responseCases: readonly Case[] = [
  [
    "a rejected API key",
    faultText({ kind: "notSignedIn", detail: "" }),
    "Invalid or expired API key for the service. Sign in again.",
  ],
  [
    "a forbidden project",
    faultText({ kind: "forbidden", detail: "" }),
    "The project does not exist, or this account cannot read it. Select another project, or sign in with another key.",
  ],
  [
    "an operation that the service does not have",
    faultText({ kind: "routeMissing", path: "/threads/stream_query" }),
    "/threads/stream_query is not supported by the service, which may be an older version or another website. Check the service URL.",
  ],
  [
    "a project that is not found",
    faultText({ kind: "notFound", detail: "" }),
    "Project not found. Select another project.",
  ],
  [
    "a named project that is not found",
    faultText({ kind: "notFound", detail: "", project: "acme/desk" }),
    "Project acme/desk not found. Select another project.",
  ],
  [
    "a named project that cannot be read",
    faultText({ kind: "forbidden", detail: "", project: "acme/desk" }),
    "Project acme/desk does not exist, or this account cannot read it. Select another project, or sign in with another key.",
  ],
  [
    "a project that is not found, with the service's reason",
    faultText({ kind: "notFound", detail: "Project not found", host }),
    "Not found on trace.example.com: Project not found. Select another project.",
  ],
  [
    "a request that is too large",
    faultText({ kind: "tooLarge", detail: "" }),
    "The request is too large for the service. Use fewer values.",
  ],
  ["a rejected request without a reason", invalid(""), "The request was rejected by the service."],
  [
    "a rejected request with the service's reason",
    invalid("limit is wrong"),
    "The request was rejected by the service: limit is wrong",
  ],
  [
    "a rejected request with an issue and its field",
    invalid("", issue(["body", "filter", "limit"], "int_type", "Input should be a valid integer")),
    "The request was rejected by the service: filter.limit: Input should be a valid integer (int_type)",
  ],
  [
    "equal issues appear once",
    invalid("", issue(["limit"]), issue(["limit"])),
    "The request was rejected by the service: limit: Wrong (value_error)",
  ],
  [
    "of six issues five appear",
    invalid("", ...[1, 2, 3, 4, 5, 6].map((at) => issue(["ids", at]))),
    "The request was rejected by the service: ids.1: Wrong (value_error); ids.2: Wrong (value_error); ids.3: Wrong (value_error); ids.4: Wrong (value_error); ids.5: Wrong (value_error); and 1 more",
  ],
  [
    "an operator that the service does not know",
    faultText({ kind: "unsupported", operator: "$containsToken" }),
    "$containsToken is not supported by the service. Remove it from the query.",
  ],
  [
    "a rate limit with its time",
    faultText({ kind: "rateLimited", retryAfter: 45, host }),
    "Rate limited by trace.example.com. Try again in 45 seconds.",
  ],
  [
    "a rate limit without a time",
    faultText({ kind: "rateLimited", retryAfter: null }),
    "Rate limited by the service. Try again later.",
  ],
  [
    "a query that is too expensive",
    faultText({ kind: "tooExpensive", detail: "memory limit exceeded" }),
    "The query is too expensive for the service: memory limit exceeded. Try a shorter time range.",
  ],
  ["a failure of the service", failure(""), "The request to the service failed (status 500)."],
  [
    "a failure of the service with its reason",
    failure("database is down"),
    "The request to the service failed (status 500): database is down.",
  ],
  [
    "a failure of the service with a time to wait",
    failure("", 120),
    "The request to the service failed (status 500). Try again in 2 minutes.",
  ],
  [
    "a redirect with a target",
    faultText({ kind: "redirect", status: 302, origin: "https://login.example" }),
    "Requests to the service are redirected to https://login.example (status 302). Redirects are not followed, to protect your API key. Check the service URL, or sign in to your network.",
  ],
  [
    "a redirect without a target",
    faultText({ kind: "redirect", status: 302, origin: null }),
    "Requests to the service are redirected (status 302). Redirects are not followed, to protect your API key. Check the service URL, or sign in to your network.",
  ],
  [
    "a web page instead of data",
    malformed(1, 0, htmlPage),
    "Received a web page instead of data from the service. Check the service URL, or sign in to your network.",
  ],
  ["an unexpected response", malformed(null, 0), "Unexpected response from the service. See the log for details."],
  [
    "an invalid first line",
    malformed(1, 0),
    "The response from the service is not valid at line 1. See the log for details.",
  ],
  [
    "an invalid line after one row",
    malformed(2, 1),
    "The response from the service is not valid at line 2, after 1 row. See the log for details.",
  ],
  [
    "an invalid line after rows",
    malformed(3, 2),
    "The response from the service is not valid at line 3, after 2 rows. See the log for details.",
  ],
  [
    "a response that ends before its first row",
    faultText({ kind: "cutShort", rowsBefore: 0, detail: "" }),
    "The response from the service was incomplete. Try again.",
  ],
  [
    "a response that ends after rows",
    faultText({ kind: "cutShort", rowsBefore: 1200, detail: "" }),
    "The response from the service was incomplete after 1200 rows. Try again.",
  ],
  ["an invalid URL", addressProblemText("notAUrl"), "Enter a URL such as https://trace.wandb.ai"],
  ["a URL without encryption", addressProblemText("notHttps"), "Use https. HTTP would send the API key unencrypted."],
  ["a URL with a password", addressProblemText("userInfo"), "Remove the user name and password."],
  ["a URL with a query", addressProblemText("queryOrFragment"), "Remove the query string."],
  [
    "a row with the service's issues",
    issuesDetail([issue(["body", "filter", "limit"], "int_type", "Wrong $(x)")]),
    { detail: "$(error) Wrong \\$(x) (int_type, filter.limit)" },
  ],
  ["a row without issues", issuesDetail([]), {}],
];

const noticesCases: readonly Case[] = [
  [
    "an unexpected error in a page",
    faultNotice(null, "threads", "own"),
    {
      text: "Something went wrong. See the log for details.",
      actions: [
        { title: "Retry", action: "retry" },
        { title: "Show Log", action: "showLog" },
      ],
    },
  ],
  [
    "a fault in a page, with its actions",
    faultNotice({ kind: "unreachable", code: "ECONNREFUSED" }, "threads", "own"),
    {
      text: "Could not connect to the service (connection refused). Check the service URL, or try again later.",
      actions: [
        { title: "Retry", action: "retry" },
        { title: "Change Service URL", action: "changeService" },
        { title: "Use VS Code's HTTP Client", action: "useEditorNetwork" },
      ],
    },
  ],
  [
    "a fault in a page while VS Code's HTTP client is in use",
    faultNotice({ kind: "unreachable", code: "ECONNREFUSED" }, "threads", "editor"),
    {
      text: "Could not connect to the service (connection refused). Check the service URL, or try again later.",
      actions: [
        { title: "Retry", action: "retry" },
        { title: "Change Service URL", action: "changeService" },
        { title: "Use Built-in HTTP Client", action: "useOwnNetwork" },
      ],
    },
  ],
];

const actionsCases: readonly Case[] = [
  ["retry", actionTitle("retry"), "Retry"],
  ["sign in", actionTitle("signIn"), "Sign In"],
  ["load threads", actionTitle("loadThreads"), "Load Threads"],
  ["use the key", actionTitle("useKey"), "Use API Key…"],
  ["select a project", actionTitle("selectProject"), "Select Project"],
  ["change the service URL", actionTitle("changeService"), "Change Service URL"],
  ["open the service URL setting", actionTitle("openAddressSetting"), "Open Service URL Setting"],
  ["open the request timeout setting", actionTitle("openTimeoutSetting"), "Open Request Timeout Setting"],
  ["open the proxy setting", actionTitle("openProxySetting"), "Open Proxy Setting"],
  ["open the certificate setting", actionTitle("openCertificateSetting"), "Open Certificate Setting"],
  ["narrow the time range", actionTitle("narrowTimeRange"), "Narrow Time Range"],
  ["change the filter", actionTitle("changeFilter"), "Change Filter"],
  ["change the sort", actionTitle("changeSort"), "Change Sort Order"],
  ["change the count", actionTitle("changeCount"), "Change Count"],
  ["show the log", actionTitle("showLog"), "Show Log"],
  ["use VS Code's HTTP client", actionTitle("useEditorNetwork"), "Use VS Code's HTTP Client"],
  ["use the built-in HTTP client", actionTitle("useOwnNetwork"), "Use Built-in HTTP Client"],
];

for (const [name, said, expected] of [...connectionsCases, ...responseCases, ...noticesCases, ...actionsCases]) {
  test(name, () => assert.deepEqual(said, expected));
}
