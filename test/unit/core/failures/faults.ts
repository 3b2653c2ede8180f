import assert from "node:assert/strict";
import { type Fault, htmlPage, type RequestIssue, ServiceError } from "../../../../src/core/failures/fault.ts";
import { type FaultForm, faultForm } from "../../../../src/core/failures/faultForm.ts";

/** The fault with which a request rejects. */
export async function faultOf(requested: Promise<unknown>): Promise<Fault> {
  const error: unknown = await requested.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ServiceError, String(error));
  return error.fault;
}

export function issue(path: RequestIssue["path"], type = "value_error", message = "Wrong"): RequestIssue {
  return { path, message, type };
}

const invalid = (...issues: RequestIssue[]): Fault => ({ kind: "invalidRequest", detail: "", issues });
const certificate = (code: string): Fault => ({ kind: "certificate", code });
const unreachable = (code: string): Fault => ({ kind: "unreachable", code });
const proxy = (status: number | null): Fault => ({ kind: "proxy", proxy: "proxy.example:8080", status, detail: "" });

/** Faults of every form. */
export const faultsOfForms: Readonly<Record<FaultForm, readonly [Fault, ...Fault[]]>> = {
  unreachable: [unreachable("EPROTO"), unreachable("Error")],
  "unreachable.name": [unreachable("ENOTFOUND"), unreachable("EAI_AGAIN")],
  "unreachable.refused": [unreachable("ECONNREFUSED")],
  "unreachable.broken": [unreachable("ECONNRESET"), unreachable("EPIPE")],
  "unreachable.noRoute": [unreachable("EHOSTUNREACH"), unreachable("ENETUNREACH")],
  proxy: [proxy(null)],
  "proxy.refused": [proxy(403), proxy(502)],
  "proxy.credentials": [proxy(407)],
  "unsafe.workspaceHttp": [{ kind: "unsafe", danger: "workspaceHttp" }],
  "unsafe.environmentTls": [{ kind: "unsafe", danger: "environmentTls" }],
  "unsafe.machineTls": [{ kind: "unsafe", danger: "machineTls" }],
  certificate: [certificate("INVALID_PURPOSE"), certificate("CERT_REVOKED")],
  "certificate.expired": [certificate("CERT_HAS_EXPIRED"), certificate("CERT_NOT_YET_VALID")],
  "certificate.otherHost": [certificate("ERR_TLS_CERT_ALTNAME_INVALID")],
  "certificate.unknownAuthority": [
    certificate("UNABLE_TO_GET_ISSUER_CERT_LOCALLY"),
    certificate("UNABLE_TO_VERIFY_LEAF_SIGNATURE"),
    certificate("SELF_SIGNED_CERT_IN_CHAIN"),
  ],
  "certificate.selfSigned": [certificate("DEPTH_ZERO_SELF_SIGNED_CERT")],
  "timeout.connect": [{ kind: "timeout", phase: "connect", milliseconds: 30_000 }],
  "timeout.headers": [{ kind: "timeout", phase: "headers", milliseconds: 30_000 }],
  "timeout.body": [{ kind: "timeout", phase: "body", milliseconds: 30_000 }],
  "timeout.rate": [{ kind: "timeout", phase: "rate", milliseconds: 30_000 }],
  notSignedIn: [{ kind: "notSignedIn", detail: "" }],
  forbidden: [{ kind: "forbidden", detail: "" }],
  routeMissing: [{ kind: "routeMissing", path: "/threads/stream_query" }],
  notFound: [{ kind: "notFound", detail: "" }],
  tooLarge: [{ kind: "tooLarge", detail: "" }],
  invalidRequest: [invalid(), invalid(issue(["body", "limit"])), invalid(issue([]))],
  "invalidRequest.filter": [
    invalid(issue(["body", "filter", "thread_ids", 3])),
    invalid(issue(["limit"]), issue(["filter", "after_datetime"])),
  ],
  "invalidRequest.sort": [invalid(issue(["body", "sort_by", 0, "field"]))],
  unsupported: [{ kind: "unsupported", operator: "$containsToken" }],
  rateLimited: [{ kind: "rateLimited", retryAfter: 5 }],
  tooExpensive: [{ kind: "tooExpensive", detail: "too slow" }],
  serviceFailure: [{ kind: "serviceFailure", status: 500, detail: "", retryAfter: null }],
  redirect: [{ kind: "redirect", status: 302, origin: "https://login.example" }],
  malformed: [{ kind: "malformed", line: 3, rowsBefore: 2, detail: "not JSON" }],
  "malformed.page": [{ kind: "malformed", line: 1, rowsBefore: 0, detail: htmlPage }],
  cutShort: [{ kind: "cutShort", rowsBefore: 2, detail: "" }],
};

export const faultForms: readonly FaultForm[] = Object.values(faultsOfForms).map(([fault]) => faultForm(fault));
