import type { ServerResponse } from "node:http";
import { type Detail, type Fault, htmlPage } from "../../src/core/failures/fault.ts";
import type { Random } from "../../src/localService/data/random.ts";
import { answering, type HeldRequest, hanging, type InterposedService } from "../fault/interposedService.ts";

/** What the service does instead of responding at once and completely. */
interface Misconduct {
  readonly respond: (held: HeldRequest, outgoing: ServerResponse, service: InterposedService) => Promise<void> | void;
  /** What the extension may report; empty if the response is only late. */
  readonly reported: readonly Fault[];
}

/** The timeout of requests, in seconds: long enough for a busy machine. */
export const requestTimeout = 10;

function status(
  code: number,
  body: object,
  headers: Readonly<Record<string, string>>,
  ...reported: Fault[]
): Misconduct {
  return { respond: (held, outgoing) => answering(code, body, headers)(outgoing.req, outgoing, held), reported };
}

/** Spoils the response that the service sends. */
function spoiled(spoil: (text: string, outgoing: ServerResponse) => void, ...reported: Fault[]): Misconduct {
  return {
    respond: async (held, outgoing, service) => {
      const text = await service.ask(held.path, Object(held.body));
      const type = held.path.endsWith("stream_query") ? "application/jsonl" : "application/json";
      outgoing.writeHead(200, { "content-type": type });
      spoil(text, outgoing);
    },
    reported,
  };
}

function failure(code: number, detail: string): Fault {
  return { kind: "serviceFailure", status: code, detail, retryAfter: null };
}

function malformed(line: number | null, rowsBefore: number, detail: Detail = ""): Fault {
  return { kind: "malformed", line, rowsBefore, detail };
}

function cutShort(rowsBefore: number): Fault {
  return { kind: "cutShort", rowsBefore, detail: "" };
}

/** Of several rows; the digits of a text are not compared. */
const some = 5;

export const misconducts = {
  "status 401": status(401, { detail: "Not authenticated" }, {}, { kind: "notSignedIn", detail: "" }),
  "status 403": status(403, { detail: "Forbidden" }, {}, { kind: "forbidden", detail: "" }),
  "status 429": status(429, {}, { "retry-after": "1" }, { kind: "rateLimited", retryAfter: 1 }),
  "status 500": status(500, { reason: "Internal failure" }, {}, failure(500, "Internal failure")),
  "status 503": status(503, { reason: "Restarting" }, { "retry-after": "1" }, failure(503, "Restarting")),
  "no response": {
    respond: (held, outgoing) => hanging().misbehavior(outgoing.req, outgoing, held),
    reported: [{ kind: "timeout", phase: "headers", milliseconds: requestTimeout * 1000 }],
  },
  "reset connection": {
    respond: (_held, outgoing) => void outgoing.socket?.resetAndDestroy(),
    reported: [{ kind: "unreachable", code: "ECONNRESET" }],
  },
  "late response": {
    respond: (held, outgoing) => {
      const timer = setTimeout(() => held.pass(), 1500);
      outgoing.on("close", () => clearTimeout(timer));
    },
    reported: [],
  },
  "slow response": spoiled((text, outgoing) => {
    const bytes = Buffer.from(text);
    const piece = Math.ceil(bytes.length / 8);
    let sent = 0;
    const timer = setInterval(() => {
      outgoing.write(bytes.subarray(sent, sent + piece));
      sent += piece;
      if (sent >= bytes.length) outgoing.end();
    }, 150);
    for (const end of ["finish", "close"]) outgoing.on(end, () => clearInterval(timer));
  }),
  "cut response": spoiled(
    (text, outgoing) => outgoing.write(text.slice(0, Math.floor(text.length * 0.6)), () => outgoing.destroy()),
    cutShort(0),
    cutShort(some),
  ),
  "stalled response": spoiled((text, outgoing) => outgoing.write(text.slice(0, Math.floor(text.length * 0.6))), {
    kind: "timeout",
    phase: "body",
    milliseconds: requestTimeout * 1000,
  }),
  "broken row": spoiled(
    (text, outgoing) => {
      const lines = text.split("\n");
      lines[Math.floor(lines.length / 3)] = '{"thread_id":[],"count":"many"}';
      outgoing.end(lines.join("\n"));
    },
    malformed(null, 0),
    malformed(some, 0),
    malformed(some, some),
  ),
  "web page": {
    respond: (held, outgoing) =>
      answering(200, "<!doctype html><title>Sign in</title>", { "content-type": "text/html" })(
        outgoing.req,
        outgoing,
        held,
      ),
    reported: [malformed(1, 0, { ...htmlPage, text: "an HTML page, where data was expected" })],
  },
} as const satisfies Readonly<Record<string, Misconduct>>;

export type FaultName = keyof typeof misconducts;

/** All faults in random order, again and again. */
export function* dealtFaults(random: Random): Generator<FaultName, never> {
  for (;;) {
    const left = Object.keys(misconducts).filter((name): name is FaultName => Object.hasOwn(misconducts, name));
    while (left.length > 0) yield* left.splice(random.between(0, left.length - 1), 1);
  }
}

/** A fault that the service has for some time: for a number of requests, or until it is fixed. */
export class PresentFault {
  readonly name: FaultName;
  readonly reported: readonly Fault[];
  readonly lasts: boolean;
  /** Paths of the requests that met it. */
  readonly met: string[] = [];

  constructor(service: InterposedService, name: FaultName, requests: number) {
    const { respond, reported }: Misconduct = misconducts[name];
    this.name = name;
    this.reported = reported;
    this.lasts = requests === Number.POSITIVE_INFINITY;
    service.misbehave((_incoming, outgoing, held) => {
      if (this.met.length >= requests) return held.pass();
      this.met.push(held.path);
      // The client may have gone meanwhile.
      outgoing.on("error", () => undefined);
      void respond(held, outgoing, service);
    });
  }
}
