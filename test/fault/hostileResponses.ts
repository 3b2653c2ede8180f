import { type Fault, htmlPage } from "../../src/core/failures/fault.ts";
import { answer, chunk, head, type RawRequest, type Respond } from "../unit/service/rawServer.ts";
import { record as threadRecord } from "../unit/service/threads.ts";
import { codecs, gzipBomb } from "./compressed.ts";
import { send, sendAndClose, sendAndDrip, sendAndFlood, sendAndReset } from "./rawResponses.ts";

/** The properties of a fault that a case checks. */
export type ExpectedFault = {
  [Kind in Fault["kind"]]: { readonly kind: Kind } & Partial<Extract<Fault, { kind: Kind }>>;
}[Fault["kind"]];

export interface ExpectedFailure {
  readonly fault: ExpectedFault;
  /** Matches the fault's detail. */
  readonly detail?: RegExp;
  /** Threads returned before the fault; 0 by default. */
  readonly rows?: number | "any";
  /** 1 by default. */
  readonly attempts?: number;
}

/** One misbehavior of the service, and the expected results. */
export interface HostileResponse {
  /** What the service sends, as the end of "a thread query handles …". */
  readonly name: string;
  readonly respond: Respond;
  /** The IDs returned by a query for a hundred threads. */
  readonly threads: readonly string[] | ExpectedFailure;
  /** The IDs returned by a query for a hundred calls, if different. */
  readonly calls?: readonly string[] | ExpectedFailure;
  /** The number returned by a count. */
  readonly count: number | ExpectedFailure;
  /** Milliseconds for each step of a request, if the case depends on time. */
  readonly timeout?: number;
}

/** A record that is both a thread and a call. */
function record(id: string, changes: object = {}): string {
  const call = { id, op_name: "chat", trace_id: id, started_at: "2026-11-01T10:00:00Z" };
  return threadRecord(id, { ...call, ...changes });
}

const chunked = head(200, ["transfer-encoding: chunked"]);
const stop = chunk("");
const ab = ["a", "b"] as const;
const two = `${record("a")}\n${record("b")}\n`;
const page = "<!DOCTYPE html>\n<html><title>Sign in</title><form action=/login></form></html>\n";

function isCount({ head: text }: RawRequest): boolean {
  return text.includes("/calls/query_stats");
}

/** The text for the requested route. */
const either = (threads: string, count: string) => (request: RawRequest) => (isCount(request) ? count : threads);
const good = either(two, '{"count":7}');
/** A complete response with that body. */
const whole =
  (body: (request: RawRequest) => string | Buffer, headers: readonly string[] = []) =>
  (request: RawRequest) =>
    answer(200, body(request), headers);
const inChunks = (request: RawRequest) => chunk(good(request));

type Failure = Omit<ExpectedFailure, "fault">;

/** The same fault for threads and counts; a count has no rows before it. */
function both(
  fault: ExpectedFault,
  threads: Failure = {},
  count: Failure = {},
): Pick<HostileResponse, "threads" | "count"> {
  return { threads: { fault, ...threads }, count: { fault, ...threads, rows: 0, ...count } };
}

const right = { threads: ab, count: 7 } as const;
const unreachable = both({ kind: "unreachable" }, { attempts: 3 });
const cutShort = both({ kind: "cutShort" }, { attempts: 3 });
const cutAfterTwo = both({ kind: "cutShort" }, { rows: 2 }, { attempts: 3 });
const malformed = (detail: RegExp, threads: Failure = {}, count: Failure = {}) =>
  both({ kind: "malformed" }, { detail, ...threads }, count);
const late = (phase: "headers" | "body" | "rate", threads: Failure = {}) => both({ kind: "timeout", phase }, threads);
const fails = (status: number, attempts: number) => both({ kind: "serviceFailure", status }, { attempts });

const connections: readonly HostileResponse[] = [
  { name: "a connection closed before the headers", respond: (socket) => socket.end(), ...unreachable },
  { name: "a connection reset before the headers", respond: (socket) => socket.resetAndDestroy(), ...unreachable },
  {
    name: "a connection closed within the headers",
    respond: sendAndClose("HTTP/1.1 200 OK\r\ncontent-le"),
    ...unreachable,
  },
  { name: "a connection reset after the headers", respond: sendAndReset(chunked), ...cutShort },
  {
    name: "a connection reset within a line",
    respond: sendAndReset(chunked, inChunks, chunk('{"thr')),
    ...cutAfterTwo,
  },
  {
    name: "a connection reset within a character",
    respond: sendAndReset(chunked, inChunks, chunk("\xc3")),
    ...cutAfterTwo,
  },
  { name: "a truncated chunked body", respond: sendAndClose(chunked, inChunks), ...cutAfterTwo },
  {
    name: "a body with neither a length nor chunks",
    respond: sendAndClose(head(200, ["connection: close"]), good),
    threads: { fault: { kind: "cutShort" }, rows: 2, detail: /neither a length/ },
    count: 7,
  },
  {
    name: "an unsolicited second response",
    respond: send(whole(good), answer(200, `${record("evil")}\n`)),
    ...right,
  },
];

const framing: readonly HostileResponse[] = [
  {
    name: "a body shorter than its length",
    respond: sendAndClose(head(200, ["content-length: 9999"]), good),
    ...cutAfterTwo,
  },
  {
    name: "a body longer than its length",
    respond: send((request) => head(200, [`content-length: ${good(request).length - 5}`]), good),
    threads: { fault: { kind: "cutShort" }, rows: 1, detail: /line 2/ },
    count: { fault: { kind: "malformed" }, detail: /not JSON/ },
  },
  {
    name: "two lengths",
    respond: send(head(200, ["content-length: 10", "content-length: 20"]), good),
    ...malformed(/./),
  },
  {
    name: "a length and chunks",
    respond: send(head(200, ["content-length: 10", "transfer-encoding: chunked"]), inChunks),
    ...malformed(/./),
  },
  { name: "a negative length", respond: send(head(200, ["content-length: -1"]), good), ...malformed(/./) },
  { name: "an invalid chunk size", respond: send(chunked, "xyz\r\n"), ...malformed(/./) },
  { name: "a response that is not HTTP", respond: send("SSH-2.0-OpenSSH_9.9\r\n"), ...malformed(/./) },
  { name: "a header without a colon", respond: send("HTTP/1.1 200 OK\r\nnonsense\r\n\r\n"), ...malformed(/./) },
  { name: "a header with a null byte", respond: send("HTTP/1.1 200 OK\r\na: b\0c\r\n\r\n"), ...malformed(/./) },
  { name: "headers of 20 kB", respond: send(head(200, [`x-filler: ${"x".repeat(20_000)}`])), ...malformed(/./) },
  {
    name: "endless headers",
    respond: sendAndFlood("HTTP/1.1 200 OK\r\n", "x-filler: xxxx\r\n".repeat(500)),
    ...malformed(/./),
  },
  {
    name: "endless trailers",
    respond: sendAndFlood(
      (request) => Buffer.concat([chunked, inChunks(request), Buffer.from("0\r\n")]),
      "x-filler: xxxx\r\n".repeat(500),
    ),
    ...malformed(/./, { rows: 2 }),
  },
  {
    name: "endless informational responses",
    respond: sendAndFlood("", head(103, []).toString().repeat(1000)),
    ...malformed(/informational/),
  },
  {
    name: "an informational response before the response",
    respond: send(head(103, ["link: </a.css>"]), whole(good)),
    ...right,
  },
  { name: "an unexpected 100 Continue", respond: send(head(100, []), whole(good)), ...malformed(/./) },
  { name: "a protocol switch", respond: send(head(101, ["upgrade: h2c", "connection: upgrade"])), ...malformed(/./) },
  { name: "status 204", respond: send(head(204, [])), ...malformed(/204/) },
  { name: "status 206", respond: send((request) => answer(206, good(request))), ...malformed(/206/) },
];

const times: readonly HostileResponse[] = [
  { name: "no response", respond: () => undefined, timeout: 150, ...late("headers") },
  {
    name: "headers sent byte by byte",
    respond: sendAndDrip("HTTP/1.1 200 OK\r\nx: ", "x", { every: 20 }),
    timeout: 150,
    ...late("headers"),
  },
  { name: "headers without a body", respond: send(chunked), timeout: 1000, ...late("body") },
  {
    name: "a dripping body that exceeds the timeout",
    respond: sendAndDrip(
      (request) => Buffer.concat([chunked, isCount(request) ? chunk(" ") : inChunks(request)]),
      chunk(" "),
      { every: 20 },
    ),
    timeout: 150,
    ...late("body", { rows: 2 }),
  },
  {
    name: "a dripping body within the timeout",
    respond: sendAndDrip(chunked, chunk(" "), {
      every: 20,
      count: 5,
      end: (request) => Buffer.concat([inChunks(request), stop]),
    }),
    timeout: 5000,
    ...right,
  },
  {
    name: "too few rows for the elapsed time",
    respond: sendAndDrip(
      (request) => (isCount(request) ? whole(good)(request) : chunked),
      (request) => (isCount(request) ? "" : chunk(`${record("slow")}\n`)),
      { every: 50 },
    ),
    timeout: 300,
    threads: { fault: { kind: "timeout", phase: "rate" }, rows: "any" },
    count: 7,
  },
];

const compressed: readonly HostileResponse[] = codecs.flatMap(({ name, encode, cut, bomb }) => {
  const headers = [`content-encoding: ${name}`];
  const broken = (request: RawRequest) => Buffer.concat([cut(good(request)), Buffer.alloc(64, 0xff)]);
  return [
    {
      name: `unrequested ${name}`,
      respond: send(whole((request) => encode(good(request)), headers)),
      ...right,
    },
    { name: `truncated ${name}`, respond: send(whole((request) => cut(good(request)), headers)), ...cutAfterTwo },
    {
      name: `${name} followed by invalid bytes`,
      respond: send(whole(broken, headers)),
      ...malformed(/decoding/, { rows: "any" }),
    },
    { name: `${name} with uncompressed data`, respond: send(whole(good, headers)), ...malformed(/decoding/) },
    { name: `a ${name} bomb`, respond: send(answer(200, bomb, headers)), ...malformed(/bytes/) },
  ];
});

const sizes: readonly HostileResponse[] = [
  {
    name: "a line of 100 MB",
    respond: sendAndFlood(chunked, chunk("x".repeat(50_000)), 100e6),
    ...malformed(/longer than|more than/),
  },
  {
    name: "a record of 100 MB",
    respond: sendAndFlood(Buffer.concat([chunked, chunk('{"thread_id":"')]), chunk("x".repeat(50_000)), 100e6),
    ...malformed(/longer than|more than/),
  },
  {
    name: "an endless array",
    respond: sendAndFlood(Buffer.concat([chunked, chunk("[ ")]), chunk(" ".repeat(50_000))),
    ...malformed(/longer than|more than/),
  },
  {
    name: "endless blank lines",
    respond: sendAndFlood(chunked, chunk("\n".repeat(50_000))),
    ...malformed(/without a record|longer than/),
  },
  {
    name: "endless rows",
    respond: sendAndFlood(chunked, chunk(`${record("a")}\n`.repeat(100))),
    threads: { fault: { kind: "malformed", line: 101 }, rows: 100, detail: /more than the 100/ },
    count: { fault: { kind: "malformed" }, detail: /longer than|not JSON/ },
  },
  {
    name: "a million empty lines, then rows",
    respond: send(whole((request) => "\n".repeat(1_000_000) + good(request))),
    ...right,
  },
  {
    name: "an unknown encoding",
    respond: send(whole(good, ["content-encoding: rot13"])),
    ...malformed(/rot13/),
  },
  {
    name: "an endless error response",
    respond: sendAndFlood(head(403, ["transfer-encoding: chunked"]), chunk("no! ".repeat(10_000))),
    ...both({ kind: "forbidden" }, { detail: /^no! / }),
  },
  {
    name: "an error response with a compression bomb",
    respond: send(answer(403, gzipBomb, ["content-encoding: gzip"])),
    ...both({ kind: "forbidden", detail: "" }),
  },
];

/** Texts that some part of the UI could interpret as more than plain text. */
export const hostileIds: readonly string[] = [
  "<img src=x onerror=alert(1)>",
  "**bold** [link](command:workbench.action.quit)",
  "\u001b[31mred\u001b[0m\u0007",
  "\u202etxt.exe\u2066",
  "$(trash) $(sync~spin)",
  "line\nfeed\ttab\u2028separator\u0000zero",
  "command:workbench.action.quit",
  "x".repeat(10_000),
];

const deep = "[".repeat(50_000) + "]".repeat(50_000);
const numbered = (name: string, number: string): HostileResponse => ({
  name: `the number ${number} as ${name}`,
  respond: send(
    whole(either(`${two}${record("c", { [name]: 4711 }).replace("4711", number)}\n`, `{"count":${number}}`)),
  ),
  // Calls do not have this field.
  ...(/^[\d.e-]+$/.test(number) && { calls: [...ab, "c"] }),
  threads: { fault: { kind: "malformed", line: 3, rowsBefore: 2 }, rows: 2 },
  count: { fault: { kind: "malformed" } },
});
const stamped = (what: string, stamp: string): HostileResponse => ({
  name: what,
  respond: send(
    whole(either(`${two}${record("c", { last_updated: stamp, ended_at: stamp })}\n`, `{"count":"${stamp}"}`)),
  ),
  threads: { fault: { kind: "malformed", line: 3, rowsBefore: 2 }, rows: 2, detail: /last_updated|ended_at/ },
  count: { fault: { kind: "malformed" }, detail: /count/ },
});

const contents: readonly HostileResponse[] = [
  { name: "100,000 levels of nesting", respond: send(whole(() => deep + deep)), ...malformed(/./) },
  {
    name: "100,000 levels of nesting within a record",
    respond: send(
      whole(either(`${record("a").slice(0, -1)},"more":${deep}}\n${record("b")}\n`, `{"count":7,"more":${deep}}`)),
    ),
    ...right,
    calls: { fault: { kind: "malformed", line: 1 }, detail: /nested deeper than 1000/ },
  },
  {
    name: "unclosed nesting",
    respond: send(whole(() => `{"a":${"[".repeat(100_000)}\n`)),
    ...malformed(/not JSON|nested deeper than 1000/),
  },
  ...["NaN", "Infinity", "1e999", "-1", "1.5"].map((number) => numbered("turn_count", number)),
  numbered("p50_turn_duration_ms", "1e999"),
  {
    name: "a duplicate key",
    respond: send(
      whole(either(`{"thread_id":"x","id":"x",${record("a").slice(1)}\n${record("b")}\n`, '{"count":1,"count":7}')),
    ),
    ...right,
  },
  {
    name: "keys that could change Object.prototype",
    respond: send(
      whole(
        either(
          `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},${record("a").slice(1)}\n${record("b")}\n`,
          '{"__proto__":{"polluted":1},"count":7}',
        ),
      ),
    ),
    ...right,
  },
  {
    name: "required fields only in __proto__",
    respond: send(whole(either(`{"__proto__":${record("a")}}\n`, '{"__proto__":{"count":7}}'))),
    ...malformed(/thread_id|op_name|count/),
  },
  {
    name: "invalid UTF-8",
    respond: send(
      whole((request) =>
        Buffer.concat([Buffer.from(isCount(request) ? "" : two), Buffer.from([0x22, 0xff, 0x22, 0x0a])]),
      ),
    ),
    ...malformed(/UTF-8/, { rows: 2 }),
  },
  {
    name: "UTF-16",
    respond: send(whole((request) => Buffer.from(`\uFEFF${good(request)}`, "utf16le"))),
    ...malformed(/UTF-8/),
  },
  { name: "a byte order mark", respond: send(whole((request) => `\uFEFF${good(request)}`)), ...right },
  {
    name: "other line separators",
    respond: send(whole(either(`${record("a\u2028b\u2029c\u0085d")}\r\n`, '\r\n{"count":\r7}\r\n'))),
    threads: ["a\u2028b\u2029c\u0085d"],
    count: 7,
  },
  ...["text/html; charset=utf-16", "application/octet-stream", "multipart/mixed; boundary=x", "image/png", "\xff"].map(
    (type): HostileResponse => ({
      name: `the content type ${JSON.stringify(type)}`,
      respond: send(whole(good, [`content-type: ${type}`])),
      ...right,
    }),
  ),
  {
    name: "a login page with status 200",
    respond: send(answer(200, page, ["content-type: text/html"])),
    ...malformed(/an HTML page/),
  },
  {
    name: "times from a wrong clock",
    respond: send(
      whole(
        either(
          `${record("a", { start_time: "2999-12-31T23:59:59Z" })}\n${record("b", { last_updated: "1969-01-01T00:00:00Z" })}\n`,
          '{"count":7}',
        ),
        ["date: Thu, 01 Jan 1970 00:00:00 GMT"],
      ),
    ),
    ...right,
  },
  stamped("a timestamp in the year 10000", "10000-01-01T00:00:00Z"),
  stamped("a timestamp in the year +10000", "+010000-01-01T00:00:00Z"),
  stamped("a timestamp on February 30", "2026-02-30T00:00:00Z"),
  {
    name: "IDs with markup and control characters",
    respond: send(whole(either(hostileIds.map((id) => `${record(id)}\n`).join(""), '{"count":7}'))),
    threads: hostileIds,
    count: 7,
  },
];

const refused = (status: number, body: string, headers: readonly string[] = []): Respond =>
  send(answer(status, body, headers));
const elsewhere = "https://elsewhere.example";

const refusals: readonly HostileResponse[] = [
  {
    name: "status 401",
    respond: refused(401, '{"detail":"Not authenticated"}'),
    ...both({ kind: "notSignedIn", detail: "Not authenticated" }),
  },
  {
    name: "status 403",
    respond: refused(403, '{"detail":"Project not found"}'),
    ...both({ kind: "forbidden", detail: "Project not found" }),
  },
  {
    name: "status 404 with a detail",
    respond: refused(404, '{"detail":"Not Found"}'),
    ...both({ kind: "routeMissing" }),
  },
  {
    name: "status 404 with a reason",
    respond: refused(404, '{"reason":"Run not found"}'),
    ...both({ kind: "notFound", detail: "Run not found" }),
  },
  { name: "status 405", respond: refused(405, '{"detail":"Method Not Allowed"}'), ...both({ kind: "routeMissing" }) },
  { name: "status 407", respond: refused(407, ""), ...both({ kind: "proxy", status: 407 }) },
  { name: "status 408", respond: refused(408, ""), ...fails(408, 3) },
  { name: "status 413", respond: refused(413, '{"reason":"Request too large"}'), ...both({ kind: "tooLarge" }) },
  {
    name: "status 422 with issues",
    respond: refused(422, '{"detail":[{"type":"x","loc":["body","limit"],"msg":"<b>No</b>"}]}'),
    ...both({ kind: "invalidRequest", issues: [{ type: "x", path: ["body", "limit"], message: "<b>No</b>" }] }),
  },
  { name: "status 425", respond: refused(425, ""), ...fails(425, 3) },
  {
    name: "status 429",
    respond: refused(429, ""),
    ...both({ kind: "rateLimited", retryAfter: null }, { attempts: 3 }),
  },
  {
    name: "status 429 with a Retry-After of an hour",
    respond: refused(429, "", ["retry-after: 3600"]),
    ...both({ kind: "rateLimited", retryAfter: 3600 }),
  },
  { name: "status 500", respond: refused(500, '{"reason":"Internal server error"}'), ...fails(500, 3) },
  {
    name: "status 500 with an HTML page",
    respond: refused(500, page),
    ...both({ kind: "serviceFailure", detail: htmlPage }, { attempts: 3 }),
  },
  { name: "status 501", respond: refused(501, ""), ...fails(501, 1) },
  { name: "a transient status 502", respond: refused(502, '{"reason":"Temporary backend error"}'), ...fails(502, 3) },
  {
    name: "status 502 for a memory limit",
    respond: refused(502, '{"reason":"Query memory limit exceeded"}'),
    ...both({ kind: "tooExpensive" }),
  },
  {
    name: "status 503 with a Retry-After of an hour",
    respond: refused(503, "", ["retry-after: 3600"]),
    ...both({ kind: "serviceFailure", retryAfter: 3600 }),
  },
  { name: "a transient status 504", respond: refused(504, '{"reason":"Read timeout"}'), ...fails(504, 3) },
  {
    name: "status 504 for a slow query",
    respond: refused(504, '{"reason":"Query is too slow"}'),
    ...both({ kind: "tooExpensive" }),
  },
  {
    name: "an error response with 100,000 levels of nesting",
    respond: refused(422, `{"detail":${deep}}`),
    ...both({ kind: "invalidRequest", issues: [] }),
  },
  {
    name: "an error response with thousands of issues",
    respond: refused(
      422,
      `{"detail":[${Array.from({ length: 5000 }, () => '{"type":"x","loc":[1],"msg":"no"}').join()}]}`,
    ),
    ...both({ kind: "invalidRequest" }, { detail: /^1: no; 1: no/ }),
  },
  {
    name: "a redirect to another origin",
    respond: refused(307, "", [`location: ${elsewhere}/login`]),
    ...both({ kind: "redirect", status: 307, origin: elsewhere }),
  },
  {
    name: "a redirect to itself",
    respond: refused(308, "", ["location: ?again"]),
    ...both({ kind: "redirect", status: 308 }),
  },
  {
    name: "a redirect to a script",
    respond: refused(302, "", ["location: javascript:alert(1)"]),
    ...both({ kind: "redirect", status: 302, origin: null }),
  },
];

/** What a service, or a proxy in front of it, may do to a request, by topic. */
export const hostileResponses: readonly HostileResponse[] = [
  ...connections,
  ...framing,
  ...times,
  ...compressed,
  ...sizes,
  ...contents,
  ...refusals,
];
