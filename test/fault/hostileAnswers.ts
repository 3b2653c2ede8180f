import type { Fault } from "../../src/core/failures/fault.ts";
import { answer, chunk, head, type RawRequest, type Respond } from "../unit/service/rawServer.ts";
import { record as threadRecord } from "../unit/service/threads.ts";
import { codecs, gzipBomb } from "./compressed.ts";
import { send, sendAndClose, sendAndDrip, sendAndFlood, sendAndReset } from "./rawAnswers.ts";

/** The facts of a fault that a case is about. */
export type ExpectedFault = {
  [Kind in Fault["kind"]]: { readonly kind: Kind } & Partial<Extract<Fault, { kind: Kind }>>;
}[Fault["kind"]];

export interface ExpectedFailure {
  readonly fault: ExpectedFault;
  /** Of the fault's text, where it has one. */
  readonly detail?: RegExp;
  /** Threads that are handed on before it: so many, or any number. */
  readonly rows?: number | "any";
  /** 1 where it is left away. */
  readonly attempts?: number;
}

/** The service misbehaving in one way, and what is to come of it. */
export interface HostileAnswer {
  /** What the service sends, as the end of "the answer is …". */
  readonly name: string;
  readonly respond: Respond;
  /** Of a query for a hundred threads: the ids of those that come. */
  readonly threads: readonly string[] | ExpectedFailure;
  /** Of a query for a hundred calls: where it differs, which it does by what records hold alone. */
  readonly calls?: readonly string[] | ExpectedFailure;
  /** Of a count: the number that comes. */
  readonly count: number | ExpectedFailure;
  /** Milliseconds for each step of a request, where the case is about time. */
  readonly timeout?: number;
}

/** A record that is a thread as well as a call. */
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

/** Either text, by what is asked. */
const either = (threads: string, count: string) => (request: RawRequest) => (isCount(request) ? count : threads);
const good = either(two, '{"count":7}');
/** The whole answer around it. */
const whole =
  (body: (request: RawRequest) => string | Buffer, headers: readonly string[] = []) =>
  (request: RawRequest) =>
    answer(200, body(request), headers);
const inChunks = (request: RawRequest) => chunk(good(request));

type Failure = Omit<ExpectedFailure, "fault">;

/** The same fault for both; the threads that come before it are left for the first. */
function both(
  fault: ExpectedFault,
  threads: Failure = {},
  count: Failure = {},
): Pick<HostileAnswer, "threads" | "count"> {
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

const connections: readonly HostileAnswer[] = [
  { name: "a close before the headers", respond: (socket) => socket.end(), ...unreachable },
  { name: "a reset before the headers", respond: (socket) => socket.resetAndDestroy(), ...unreachable },
  { name: "a close inside the headers", respond: sendAndClose("HTTP/1.1 200 OK\r\ncontent-le"), ...unreachable },
  { name: "a reset after the headers", respond: sendAndReset(chunked), ...cutShort },
  { name: "a reset in mid-line", respond: sendAndReset(chunked, inChunks, chunk('{"thr')), ...cutAfterTwo },
  { name: "a reset in mid-character", respond: sendAndReset(chunked, inChunks, chunk("\xc3")), ...cutAfterTwo },
  { name: "chunks without their end", respond: sendAndClose(chunked, inChunks), ...cutAfterTwo },
  {
    name: "neither a length nor chunks",
    respond: sendAndClose(head(200, ["connection: close"]), good),
    threads: { fault: { kind: "cutShort" }, rows: 2, detail: /neither a length/ },
    count: 7,
  },
  {
    name: "more than was asked for, after its end",
    respond: send(whole(good), answer(200, `${record("evil")}\n`)),
    ...right,
  },
];

const framing: readonly HostileAnswer[] = [
  { name: "shorter than its length", respond: sendAndClose(head(200, ["content-length: 9999"]), good), ...cutAfterTwo },
  {
    name: "longer than its length",
    respond: send((request) => head(200, [`content-length: ${good(request).length - 5}`]), good),
    threads: { fault: { kind: "cutShort" }, rows: 1, detail: /line 2/ },
    count: { fault: { kind: "malformed" }, detail: /not JSON/ },
  },
  {
    name: "of two lengths",
    respond: send(head(200, ["content-length: 10", "content-length: 20"]), good),
    ...malformed(/./),
  },
  {
    name: "of a length and chunks",
    respond: send(head(200, ["content-length: 10", "transfer-encoding: chunked"]), inChunks),
    ...malformed(/./),
  },
  { name: "of a length below zero", respond: send(head(200, ["content-length: -1"]), good), ...malformed(/./) },
  { name: "of a chunk size that is none", respond: send(chunked, "xyz\r\n"), ...malformed(/./) },
  { name: "no HTTP at all", respond: send("SSH-2.0-OpenSSH_9.9\r\n"), ...malformed(/./) },
  { name: "a header without a colon", respond: send("HTTP/1.1 200 OK\r\nnonsense\r\n\r\n"), ...malformed(/./) },
  { name: "a header with a zero in it", respond: send("HTTP/1.1 200 OK\r\na: b\0c\r\n\r\n"), ...malformed(/./) },
  { name: "headers of 20 kB", respond: send(head(200, [`x-filler: ${"x".repeat(20_000)}`])), ...malformed(/./) },
  {
    name: "headers without end",
    respond: sendAndFlood("HTTP/1.1 200 OK\r\n", "x-filler: xxxx\r\n".repeat(500)),
    ...malformed(/./),
  },
  {
    name: "trailers without end",
    respond: sendAndFlood(
      (request) => Buffer.concat([chunked, inChunks(request), Buffer.from("0\r\n")]),
      "x-filler: xxxx\r\n".repeat(500),
    ),
    ...malformed(/./, { rows: 2 }),
  },
  {
    name: "informational without end",
    respond: sendAndFlood("", head(103, []).toString().repeat(1000)),
    ...malformed(/informational/),
  },
  { name: "informational, then right", respond: send(head(103, ["link: </a.css>"]), whole(good)), ...right },
  { name: "a call to continue", respond: send(head(100, []), whole(good)), ...malformed(/./) },
  { name: "a protocol switch", respond: send(head(101, ["upgrade: h2c", "connection: upgrade"])), ...malformed(/./) },
  { name: "status 204", respond: send(head(204, [])), ...malformed(/204/) },
  { name: "status 206", respond: send((request) => answer(206, good(request))), ...malformed(/206/) },
];

const times: readonly HostileAnswer[] = [
  { name: "nothing", respond: () => undefined, timeout: 150, ...late("headers") },
  {
    name: "headers that drip",
    respond: sendAndDrip("HTTP/1.1 200 OK\r\nx: ", "x", { every: 20 }),
    timeout: 150,
    ...late("headers"),
  },
  { name: "headers and nothing more", respond: send(chunked), timeout: 150, ...late("body") },
  {
    name: "a drip over the time-out",
    respond: sendAndDrip(
      (request) => Buffer.concat([chunked, isCount(request) ? chunk(" ") : inChunks(request)]),
      chunk(" "),
      { every: 20 },
    ),
    timeout: 150,
    ...late("body", { rows: 2 }),
  },
  {
    name: "a drip under the time-out",
    respond: sendAndDrip(chunked, chunk(" "), {
      every: 20,
      count: 5,
      end: (request) => Buffer.concat([inChunks(request), stop]),
    }),
    timeout: 5000,
    ...right,
  },
  {
    name: "a row now and then, too few for all the time that it takes",
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

const compressed: readonly HostileAnswer[] = codecs.flatMap(({ name, encode, cut, bomb }) => {
  const headers = [`content-encoding: ${name}`];
  const broken = (request: RawRequest) => Buffer.concat([cut(good(request)), Buffer.alloc(64, 0xff)]);
  return [
    {
      name: `${name}, which was not asked for`,
      respond: send(whole((request) => encode(good(request)), headers)),
      ...right,
    },
    { name: `${name} without its end`, respond: send(whole((request) => cut(good(request)), headers)), ...cutAfterTwo },
    {
      name: `${name} that turns into nonsense`,
      respond: send(whole(broken, headers)),
      ...malformed(/decoding/, { rows: "any" }),
    },
    { name: `${name} that is none`, respond: send(whole(good, headers)), ...malformed(/decoding/) },
    { name: `a bomb in ${name}`, respond: send(answer(200, bomb, headers)), ...malformed(/bytes/) },
  ];
});

const sizes: readonly HostileAnswer[] = [
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
    name: "an array without end",
    respond: sendAndFlood(Buffer.concat([chunked, chunk("[ ")]), chunk(" ".repeat(50_000))),
    ...malformed(/longer than|more than/),
  },
  {
    name: "blank lines without end",
    respond: sendAndFlood(chunked, chunk("\n".repeat(50_000))),
    ...malformed(/without a record|longer than/),
  },
  {
    name: "rows without end",
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
    name: "an encoding that nobody knows",
    respond: send(whole(good, ["content-encoding: rot13"])),
    ...malformed(/rot13/),
  },
  {
    name: "a refusal without end",
    respond: sendAndFlood(head(403, ["transfer-encoding: chunked"]), chunk("no! ".repeat(10_000))),
    ...both({ kind: "forbidden" }, { detail: /^no! / }),
  },
  {
    name: "a refusal with a bomb",
    respond: send(answer(403, gzipBomb, ["content-encoding: gzip"])),
    ...both({ kind: "forbidden", detail: "" }),
  },
];

/** Texts that some surface could take for more than a text. */
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
const numbered = (name: string, number: string): HostileAnswer => ({
  name: `the number ${number} as ${name}`,
  respond: send(
    whole(either(`${two}${record("c", { [name]: 4711 }).replace("4711", number)}\n`, `{"count":${number}}`)),
  ),
  // Calls do not have it.
  ...(/^[\d.e-]+$/.test(number) && { calls: [...ab, "c"] }),
  threads: { fault: { kind: "malformed", line: 3, rowsBefore: 2 }, rows: 2 },
  count: { fault: { kind: "malformed" } },
});
const stamped = (what: string, stamp: string): HostileAnswer => ({
  name: what,
  respond: send(
    whole(either(`${two}${record("c", { last_updated: stamp, ended_at: stamp })}\n`, `{"count":"${stamp}"}`)),
  ),
  threads: { fault: { kind: "malformed", line: 3, rowsBefore: 2 }, rows: 2, detail: /last_updated|ended_at/ },
  count: { fault: { kind: "malformed" }, detail: /count/ },
});

const contents: readonly HostileAnswer[] = [
  { name: "nested 100,000 deep", respond: send(whole(() => deep + deep)), ...malformed(/./) },
  {
    name: "nested 100,000 deep inside a record",
    respond: send(
      whole(either(`${record("a").slice(0, -1)},"more":${deep}}\n${record("b")}\n`, `{"count":7,"more":${deep}}`)),
    ),
    ...right,
    calls: { fault: { kind: "malformed", line: 1 }, detail: /nested deeper than 1000/ },
  },
  {
    name: "nested and never closed",
    respond: send(whole(() => `{"a":${"[".repeat(100_000)}\n`)),
    ...malformed(/not JSON|nested deeper than 1000/),
  },
  ...["NaN", "Infinity", "1e999", "-1", "1.5"].map((number) => numbered("turn_count", number)),
  numbered("p50_turn_duration_ms", "1e999"),
  {
    name: "the same key twice",
    respond: send(
      whole(either(`{"thread_id":"x","id":"x",${record("a").slice(1)}\n${record("b")}\n`, '{"count":1,"count":7}')),
    ),
    ...right,
  },
  {
    name: "right, and would change the prototype of all objects",
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
    name: "right in its prototype alone",
    respond: send(whole(either(`{"__proto__":${record("a")}}\n`, '{"__proto__":{"count":7}}'))),
    ...malformed(/thread_id|op_name|count/),
  },
  {
    name: "not UTF-8",
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
  { name: "led by a byte order mark", respond: send(whole((request) => `\uFEFF${good(request)}`)), ...right },
  {
    name: "full of other line ends",
    respond: send(whole(either(`${record("a\u2028b\u2029c\u0085d")}\r\n`, '\r\n{"count":\r7}\r\n'))),
    threads: ["a\u2028b\u2029c\u0085d"],
    count: 7,
  },
  ...["text/html; charset=utf-16", "application/octet-stream", "multipart/mixed; boundary=x", "image/png", "\xff"].map(
    (type): HostileAnswer => ({
      name: `declared as ${JSON.stringify(type)}`,
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
    name: "from a clock that is wrong",
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
  stamped("of the year 10000", "10000-01-01T00:00:00Z"),
  stamped("of the year +10000", "+010000-01-01T00:00:00Z"),
  stamped("of 30 February", "2026-02-30T00:00:00Z"),
  {
    name: "ids that look like more than text",
    respond: send(whole(either(hostileIds.map((id) => `${record(id)}\n`).join(""), '{"count":7}'))),
    threads: hostileIds,
    count: 7,
  },
];

const refused = (status: number, body: string, headers: readonly string[] = []): Respond =>
  send(answer(status, body, headers));
const elsewhere = "https://elsewhere.example";

const refusals: readonly HostileAnswer[] = [
  {
    name: "401",
    respond: refused(401, '{"detail":"Not authenticated"}'),
    ...both({ kind: "notSignedIn", detail: "Not authenticated" }),
  },
  {
    name: "403",
    respond: refused(403, '{"detail":"Project not found"}'),
    ...both({ kind: "forbidden", detail: "Project not found" }),
  },
  { name: "404 with a detail", respond: refused(404, '{"detail":"Not Found"}'), ...both({ kind: "routeMissing" }) },
  {
    name: "404 with a reason",
    respond: refused(404, '{"reason":"Run not found"}'),
    ...both({ kind: "notFound", detail: "Run not found" }),
  },
  { name: "405", respond: refused(405, '{"detail":"Method Not Allowed"}'), ...both({ kind: "routeMissing" }) },
  { name: "407", respond: refused(407, ""), ...both({ kind: "proxy", status: 407 }) },
  { name: "408", respond: refused(408, ""), ...fails(408, 3) },
  { name: "413", respond: refused(413, '{"reason":"Request too large"}'), ...both({ kind: "tooLarge" }) },
  {
    name: "422 with issues",
    respond: refused(422, '{"detail":[{"type":"x","loc":["body","limit"],"msg":"<b>No</b>"}]}'),
    ...both({ kind: "invalidRequest", issues: [{ type: "x", path: ["body", "limit"], message: "<b>No</b>" }] }),
  },
  { name: "425", respond: refused(425, ""), ...fails(425, 3) },
  { name: "429", respond: refused(429, ""), ...both({ kind: "rateLimited", retryAfter: null }, { attempts: 3 }) },
  {
    name: "429 for an hour",
    respond: refused(429, "", ["retry-after: 3600"]),
    ...both({ kind: "rateLimited", retryAfter: 3600 }),
  },
  { name: "500", respond: refused(500, '{"reason":"Internal server error"}'), ...fails(500, 3) },
  {
    name: "500 with a page",
    respond: refused(500, page),
    ...both({ kind: "serviceFailure", detail: "an HTML page" }, { attempts: 3 }),
  },
  { name: "501", respond: refused(501, ""), ...fails(501, 1) },
  { name: "502 in passing", respond: refused(502, '{"reason":"Temporary backend error"}'), ...fails(502, 3) },
  {
    name: "502 at its memory limit",
    respond: refused(502, '{"reason":"Query memory limit exceeded"}'),
    ...both({ kind: "tooExpensive" }),
  },
  {
    name: "503 for an hour",
    respond: refused(503, "", ["retry-after: 3600"]),
    ...both({ kind: "serviceFailure", retryAfter: 3600 }),
  },
  { name: "504 in passing", respond: refused(504, '{"reason":"Read timeout"}'), ...fails(504, 3) },
  {
    name: "504 as too slow",
    respond: refused(504, '{"reason":"Query is too slow"}'),
    ...both({ kind: "tooExpensive" }),
  },
  {
    name: "a refusal nested 100,000 deep",
    respond: refused(422, `{"detail":${deep}}`),
    ...both({ kind: "invalidRequest", issues: [] }),
  },
  {
    name: "a refusal with thousands of issues",
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

/** Whatever a service, or what stands before it, may do to a request, by what it is about. */
export const hostileAnswers: readonly HostileAnswer[] = [
  ...connections,
  ...framing,
  ...times,
  ...compressed,
  ...sizes,
  ...contents,
  ...refusals,
];
