import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fault, RequestIssue } from "../../../../src/core/failures/fault.ts";
import { addressProblemText, faultText } from "../../../../src/core/failures/faultText.ts";
import { issuesDetail } from "../../../../src/core/failures/issuesDetail.ts";
import { faultNotice } from "../../../../src/core/failures/pageNotice.ts";
import { remedyTitle } from "../../../../src/core/failures/remedyTitle.ts";
import { issue } from "./faults.ts";

const unreachable = (code: string) => faultText({ kind: "unreachable", code });
const certificate = (code: string) => faultText({ kind: "certificate", code });
const proxy = (status: number | null, detail = "", name: string | null = "proxy.example:8080") =>
  faultText({ kind: "proxy", proxy: name, status, detail });
const timeout = (phase: Extract<Fault, { kind: "timeout" }>["phase"], milliseconds = 30_000) =>
  faultText({ kind: "timeout", phase, milliseconds });
const invalid = (detail: string, ...issues: RequestIssue[]) => faultText({ kind: "invalidRequest", detail, issues });
const failure = (detail: string, retryAfter: number | null = null) =>
  faultText({ kind: "serviceFailure", status: 500, detail, retryAfter });
const malformed = (line: number | null, rowsBefore: number, detail = "not JSON") =>
  faultText({ kind: "malformed", line, rowsBefore, detail });

type Case = readonly [name: string, said: unknown, expected: unknown];

const connectionsCases: readonly Case[] = [
  [
    "a host without an address",
    unreachable("ENOTFOUND"),
    "The host of the service address cannot be found (ENOTFOUND). Check the address and the network.",
  ],
  [
    "a name service that does not answer for now",
    unreachable("EAI_AGAIN"),
    "The host of the service address cannot be found (EAI_AGAIN). Check the address and the network.",
  ],
  [
    "a refused connection",
    unreachable("ECONNREFUSED"),
    "Nothing listens at the service address: the connection was refused (ECONNREFUSED). Check the address, or try again later.",
  ],
  [
    "a reset connection",
    unreachable("ECONNRESET"),
    "The connection broke before an answer came (ECONNRESET). Try again; a firewall or proxy may stand in between.",
  ],
  [
    "a broken pipe",
    unreachable("EPIPE"),
    "The connection broke before an answer came (EPIPE). Try again; a firewall or proxy may stand in between.",
  ],
  [
    "no route to the host",
    unreachable("EHOSTUNREACH"),
    "No way leads to the service (EHOSTUNREACH). Check the network, and a VPN that it may need.",
  ],
  [
    "no route to the network",
    unreachable("ENETUNREACH"),
    "No way leads to the service (ENETUNREACH). Check the network, and a VPN that it may need.",
  ],
  [
    "another failure to connect",
    unreachable("EPROTO"),
    "The service cannot be reached (EPROTO). Check the network and the service address.",
  ],
  [
    "a code with something hidden in it",
    unreachable("E\u202eX"),
    "The service cannot be reached (E‹U+202E›X). Check the network and the service address.",
  ],
  [
    "a proxy that cannot be used",
    proxy(null),
    "The proxy proxy.example:8080 cannot be used. Check the setting http.proxy.",
  ],
  [
    "a proxy that cannot be used and says why",
    proxy(null, "connect ECONNREFUSED 127.0.0.1:8080"),
    "The proxy proxy.example:8080 cannot be used. It says: connect ECONNREFUSED 127.0.0.1:8080. Check the setting http.proxy.",
  ],
  [
    "a proxy that refuses",
    proxy(403, "Forbidden."),
    "The proxy proxy.example:8080 refused the connection (status 403). It says: Forbidden. Check the setting http.proxy.",
  ],
  [
    "a proxy that wants credentials",
    proxy(407),
    "The proxy proxy.example:8080 wants a user name and password (status 407). They belong in the setting http.proxy, or as a header in http.proxyAuthorization.",
  ],
  [
    "a proxy that only the editor knows",
    proxy(502, "", null),
    "The proxy refused the connection (status 502). Check the setting http.proxy.",
  ],
  [
    "http settings of a workspace",
    faultText({ kind: "unsafe", danger: "workspaceHttp" }),
    "Request blocked: this workspace changes VS Code's http settings, which could redirect your API key. Remove them from the workspace settings, or use the extension's network.",
  ],
  [
    "certificate checks turned off in the environment",
    faultText({ kind: "unsafe", danger: "environmentTls" }),
    "Request blocked: NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks in VS Code. Unset it, or use the extension's network.",
  ],
  [
    "certificate checks turned off on the machine",
    faultText({ kind: "unsafe", danger: "machineTls" }),
    "Request blocked: http.proxyStrictSSL turns off certificate checks in this machine's settings. Remove it there, or set it to true in your user settings.",
  ],
  [
    "an expired certificate",
    certificate("CERT_HAS_EXPIRED"),
    "The service's certificate has expired (CERT_HAS_EXPIRED): whoever runs the service has to renew it.",
  ],
  [
    "a certificate from the future",
    certificate("CERT_NOT_YET_VALID"),
    "The service's certificate is not valid yet (CERT_NOT_YET_VALID). Check the date of this computer.",
  ],
  [
    "a certificate of another host",
    certificate("ERR_TLS_CERT_ALTNAME_INVALID"),
    "The service's certificate is for another host (ERR_TLS_CERT_ALTNAME_INVALID). Check the service address.",
  ],
  [
    "a certificate of an unknown authority",
    certificate("UNABLE_TO_GET_ISSUER_CERT_LOCALLY"),
    "The authority that signed the service's certificate is not known here (UNABLE_TO_GET_ISSUER_CERT_LOCALLY). A company's own has to be installed in the system, with http.systemCertificates on.",
  ],
  [
    "a chain that ends in an unknown root",
    certificate("SELF_SIGNED_CERT_IN_CHAIN"),
    "The authority that signed the service's certificate is not known here (SELF_SIGNED_CERT_IN_CHAIN). A company's own has to be installed in the system, with http.systemCertificates on.",
  ],
  [
    "a self-signed certificate",
    certificate("DEPTH_ZERO_SELF_SIGNED_CERT"),
    "The service's certificate is signed by no authority but itself (DEPTH_ZERO_SELF_SIGNED_CERT). Where you trust it, install it in the system.",
  ],
  [
    "another problem of a certificate",
    certificate("CERT_REVOKED"),
    "The service's certificate is not trusted (CERT_REVOKED). Ask whoever runs the service.",
  ],
  [
    "no connection in time",
    timeout("connect"),
    "No connection to the service within 30 seconds. Check the network and the service address.",
  ],
  [
    "no answer in time",
    timeout("headers"),
    "The service did not begin to answer within 30 seconds. Try again, or allow more time.",
  ],
  ["an answer that stops", timeout("body"), "The answer stopped for 30 seconds. Try again, or allow more time."],
  [
    "an answer that is too slow",
    timeout("rate", 90_000),
    "The service sends too slowly: its answer was given up after 2 minutes. Try again later.",
  ],
  [
    "a wait of a second is one, of less too",
    timeout("headers", 400),
    "The service did not begin to answer within 1 second. Try again, or allow more time.",
  ],
  [
    "a wait is never told too short",
    timeout("headers", 61_000),
    "The service did not begin to answer within 2 minutes. Try again, or allow more time.",
  ],
];

const answersCases: readonly Case[] = [
  [
    "a refused key",
    faultText({ kind: "notSignedIn", detail: "" }),
    "The service did not accept the key. It may have expired or been revoked: sign in again.",
  ],
  [
    "a forbidden project",
    faultText({ kind: "forbidden", detail: "" }),
    "The project does not exist, or this account may not read it. Select another project, or sign in with another key.",
  ],
  [
    "an operation that the address does not have",
    faultText({ kind: "routeMissing", path: "/threads/stream_query" }),
    "The address answers, but offers no /threads/stream_query. It may be an older service or another website: check the address.",
  ],
  [
    "something that is not found",
    faultText({ kind: "notFound", detail: "" }),
    "The service did not find it. Check the project.",
  ],
  [
    "something that is not found, with what the service says",
    faultText({ kind: "notFound", detail: "Project not found" }),
    "The service did not find it. It says: Project not found. Check the project.",
  ],
  [
    "a request that is too large",
    faultText({ kind: "tooLarge", detail: "" }),
    "The request is too large for the service. Ask for fewer values at once.",
  ],
  ["a refused request without a reason", invalid(""), "The service refused the request."],
  [
    "a refused request with the service's reason",
    invalid("limit is wrong"),
    "The service refused the request: limit is wrong",
  ],
  [
    "a refused request with what is wrong where",
    invalid("", issue(["body", "filter", "limit"], "int_type", "Input should be a valid integer")),
    "The service refused the request: filter.limit: Input should be a valid integer (int_type)",
  ],
  [
    "what is wrong with a request is told once",
    invalid("", issue(["limit"]), issue(["limit"])),
    "The service refused the request: limit: Wrong (value_error)",
  ],
  [
    "of six problems five are told",
    invalid("", ...[1, 2, 3, 4, 5, 6].map((at) => issue(["ids", at]))),
    "The service refused the request: ids.1: Wrong (value_error); ids.2: Wrong (value_error); ids.3: Wrong (value_error); ids.4: Wrong (value_error); ids.5: Wrong (value_error); and 1 more",
  ],
  [
    "an operator that the service does not know",
    faultText({ kind: "unsupported", operator: "$containsToken" }),
    "$containsToken is not supported by this service. Remove it from the query.",
  ],
  [
    "a rate limit with its time",
    faultText({ kind: "rateLimited", retryAfter: 45 }),
    "The service asks for fewer requests. Try again in 45 seconds.",
  ],
  [
    "a rate limit without a time",
    faultText({ kind: "rateLimited", retryAfter: null }),
    "The service asks for fewer requests. Try again in a while.",
  ],
  [
    "a query that is too expensive",
    faultText({ kind: "tooExpensive", detail: "memory limit exceeded" }),
    "The query costs the service too much. It says: memory limit exceeded. Ask for less, such as a shorter time range.",
  ],
  ["a failure of the service", failure(""), "The service failed (status 500)."],
  [
    "a failure of the service with its reason",
    failure("database is down"),
    "The service failed (status 500). It says: database is down.",
  ],
  [
    "a failure of the service with a time to wait",
    failure("", 120),
    "The service failed (status 500). Try again in 2 minutes.",
  ],
  [
    "a redirect with a target",
    faultText({ kind: "redirect", status: 302, origin: "https://login.example" }),
    "The address redirects to https://login.example (status 302), which is never followed. It could be a login page of the company's network.",
  ],
  [
    "a redirect without a target",
    faultText({ kind: "redirect", status: 302, origin: null }),
    "The address redirects elsewhere (status 302), which is never followed. It could be a login page of the company's network.",
  ],
  [
    "a web page in the place of data",
    malformed(1, 0, "an HTML page, where data was expected"),
    "A web page came in the place of data. The address may belong to another website, or the network wants a login first.",
  ],
  [
    "a broken answer that is not by lines",
    malformed(null, 0),
    "The answer is not what the service should send. The log says what is wrong.",
  ],
  [
    "an answer that is broken from the start",
    malformed(1, 0),
    "The answer is broken at line 1. The log says what is wrong.",
  ],
  [
    "an answer that is broken after one row",
    malformed(2, 1),
    "The answer is broken at line 2, after 1 row. The log says what is wrong.",
  ],
  [
    "an answer that is broken after rows",
    malformed(3, 2),
    "The answer is broken at line 3, after 2 rows. The log says what is wrong.",
  ],
  [
    "an answer that ends before its first row",
    faultText({ kind: "cutShort", rowsBefore: 0, detail: "" }),
    "The answer ended early. Try again.",
  ],
  [
    "an answer that ends after rows",
    faultText({ kind: "cutShort", rowsBefore: 1200, detail: "" }),
    "The answer ended early, after 1200 rows. Try again.",
  ],
  ["an address that is none", addressProblemText("notAUrl"), "Enter an address such as https://trace.wandb.ai"],
  [
    "an address without encryption",
    addressProblemText("notHttps"),
    "Use https: the key would cross the network unprotected.",
  ],
  ["an address with a password", addressProblemText("userInfo"), "Leave user name and password out of the address."],
  ["an address with a query", addressProblemText("queryOrFragment"), "Leave out the part from ? or # on."],
  [
    "a row with what the service finds wrong",
    issuesDetail([issue(["body", "filter", "limit"], "int_type", "Wrong $(x)")]),
    { detail: "$(error) Wrong \\$(x) (int_type, filter.limit)" },
  ],
  ["a row with nothing wrong", issuesDetail([]), {}],
];

const noticesCases: readonly Case[] = [
  [
    "a bug in a page",
    faultNotice(null, "threads", "own"),
    {
      text: "Something went wrong. The log has the details.",
      remedies: [
        { title: "Retry", remedy: "retry" },
        { title: "Show Log", remedy: "showLog" },
      ],
    },
  ],
  [
    "a fault in a page, with its remedies",
    faultNotice({ kind: "unreachable", code: "ECONNREFUSED" }, "threads", "own"),
    {
      text: "Nothing listens at the service address: the connection was refused (ECONNREFUSED). Check the address, or try again later.",
      remedies: [
        { title: "Retry", remedy: "retry" },
        { title: "Open Service URL Setting", remedy: "openAddressSetting" },
        { title: "Use VS Code's HTTP Client", remedy: "useEditorNetwork" },
      ],
    },
  ],
  [
    "a fault in a page while the editor sends requests",
    faultNotice({ kind: "unreachable", code: "ECONNREFUSED" }, "threads", "editor"),
    {
      text: "Nothing listens at the service address: the connection was refused (ECONNREFUSED). Check the address, or try again later.",
      remedies: [
        { title: "Retry", remedy: "retry" },
        { title: "Open Service URL Setting", remedy: "openAddressSetting" },
        { title: "Use Built-in HTTP Client", remedy: "useOwnNetwork" },
      ],
    },
  ],
];

const remediesCases: readonly Case[] = [
  ["retry", remedyTitle("retry"), "Retry"],
  ["sign in", remedyTitle("signIn"), "Sign In"],
  ["load threads", remedyTitle("loadThreads"), "Load Threads"],
  ["use the key", remedyTitle("useKey"), "Use API Key…"],
  ["select a project", remedyTitle("selectProject"), "Select Project"],
  ["change the address", remedyTitle("openAddressSetting"), "Open Service URL Setting"],
  ["change the time limit of requests", remedyTitle("openTimeoutSetting"), "Open Request Timeout Setting"],
  ["change the proxy", remedyTitle("openProxySetting"), "Open Proxy Setting"],
  ["change what certificates are trusted", remedyTitle("openCertificateSetting"), "Open Certificate Setting"],
  ["narrow the time range", remedyTitle("narrowTimeRange"), "Narrow Time Range"],
  ["change the filter", remedyTitle("changeFilter"), "Change Filter"],
  ["change the sort", remedyTitle("changeSort"), "Change Sort Order"],
  ["change the count", remedyTitle("changeCount"), "Change Count"],
  ["show the log", remedyTitle("showLog"), "Show Log"],
  ["let the editor send requests", remedyTitle("useEditorNetwork"), "Use VS Code's HTTP Client"],
  ["let the extension send requests", remedyTitle("useOwnNetwork"), "Use Built-in HTTP Client"],
];

for (const [name, said, expected] of [...connectionsCases, ...answersCases, ...noticesCases, ...remediesCases]) {
  test(name, () => assert.deepEqual(said, expected));
}
