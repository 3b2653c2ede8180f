import assert from "node:assert/strict";
import { test } from "node:test";
import { type Fault, ServiceError } from "../../../../src/core/failures/fault.ts";
import { BrokenBody } from "../../../../src/service/body/brokenBody.ts";
import { connectionFailure } from "../../../../src/service/fault/connectionFault.ts";

function coded(code: string, message = "message"): Error {
  return Object.assign(new Error(message), { code });
}

function unparsed(message: string): Error {
  const error = new Error(message);
  error.name = "HTTPParserError";
  return error;
}

const refused = new AggregateError([coded("ECONNREFUSED"), coded("ENETUNREACH")]);

const before: readonly (readonly [what: string, error: Error, fault: Fault])[] = [
  ["an unknown host name", coded("ENOTFOUND"), { kind: "unreachable", code: "ENOTFOUND" }],
  ["a name server that does not respond", coded("EAI_AGAIN"), { kind: "unreachable", code: "EAI_AGAIN" }],
  ["a refused connection", coded("ECONNREFUSED"), { kind: "unreachable", code: "ECONNREFUSED" }],
  ["several addresses that all fail", refused, { kind: "unreachable", code: "ECONNREFUSED" }],
  ["a connection reset", coded("ECONNRESET"), { kind: "unreachable", code: "ECONNRESET" }],
  ["a closed socket", coded("UND_ERR_SOCKET", "other side closed"), { kind: "unreachable", code: "ECONNRESET" }],
  ["an error without a code", new RangeError("odd"), { kind: "unreachable", code: "RangeError" }],
  ["a connection timeout", coded("UND_ERR_CONNECT_TIMEOUT"), { kind: "timeout", phase: "connect", milliseconds: 500 }],
  ["an expired certificate", coded("CERT_HAS_EXPIRED"), { kind: "certificate", code: "CERT_HAS_EXPIRED" }],
  [
    "a certificate for another host",
    coded("ERR_TLS_CERT_ALTNAME_INVALID"),
    { kind: "certificate", code: "ERR_TLS_CERT_ALTNAME_INVALID" },
  ],
  [
    "a self-signed certificate",
    coded("DEPTH_ZERO_SELF_SIGNED_CERT"),
    { kind: "certificate", code: "DEPTH_ZERO_SELF_SIGNED_CERT" },
  ],
  [
    "an unknown issuer",
    coded("UNABLE_TO_GET_ISSUER_CERT_LOCALLY"),
    { kind: "certificate", code: "UNABLE_TO_GET_ISSUER_CERT_LOCALLY" },
  ],
  [
    "a TLS connection to a port without TLS",
    coded("ERR_SSL_WRONG_VERSION_NUMBER"),
    { kind: "unreachable", code: "ERR_SSL_WRONG_VERSION_NUMBER" },
  ],
  [
    "a response that is not HTTP",
    unparsed("not HTTP"),
    { kind: "malformed", line: null, rowsBefore: 0, detail: "not HTTP" },
  ],
  [
    "a header overflow",
    coded("UND_ERR_HEADERS_OVERFLOW", "too many"),
    { kind: "malformed", line: null, rowsBefore: 0, detail: "too many" },
  ],
];

const after: readonly (readonly [what: string, error: Error, fault: Fault])[] = [
  ["a connection reset", coded("ECONNRESET"), cutShort("ECONNRESET")],
  ["a closed socket", coded("UND_ERR_SOCKET", "other side closed"), cutShort("UND_ERR_SOCKET")],
  [
    "a body shorter than its length",
    coded("UND_ERR_RES_CONTENT_LENGTH_MISMATCH"),
    cutShort("UND_ERR_RES_CONTENT_LENGTH_MISMATCH"),
  ],
  [
    "a truncated chunked body",
    unparsed("Response does not match the HTTP/1.1 protocol (Invalid EOF state)"),
    cutShort("HTTPParserError"),
  ],
  [
    "a chunk without a size",
    unparsed("bad size"),
    { kind: "malformed", line: null, rowsBefore: 0, detail: "bad size" },
  ],
];

function cutShort(code: string): Fault {
  return { kind: "cutShort", rowsBefore: 0, detail: `the connection ended early (${code})` };
}

function faultOf(error: Error): Fault {
  if (error instanceof ServiceError) return error.fault;
  if (error instanceof BrokenBody) return error.fault(0);
  throw error;
}

for (const [answered, cases] of [
  [false, before],
  [true, after],
] as const) {
  for (const [what, error, fault] of cases) {
    test(`${what} ${answered ? "in the body" : "before the response"} is ${fault.kind}, with its cause`, () => {
      const failure = connectionFailure(error, { answered, connectTimeout: 500 });
      assert.deepEqual(faultOf(failure), fault);
      assert.equal(failure.cause, error);
    });
  }
}

test("a fault that a route has identified is preserved", () => {
  const error = new ServiceError({
    kind: "proxy",
    proxy: "proxy.example:8080",
    status: 407,
    detail: "it wants a name",
  });
  assert.equal(connectionFailure(error, { answered: false, connectTimeout: 500 }), error);
});

test("an error of the client itself is preserved", () => {
  const error = coded("UND_ERR_INVALID_ARG");
  assert.equal(connectionFailure(error, { answered: false, connectTimeout: 500 }), error);
});
