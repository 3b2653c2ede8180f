/** A response other than 200, thrown from wherever in the service the reason was found. */
export class RequestFailure extends Error {
  override readonly name = "RequestFailure";
  readonly status: number;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: object, headers: Readonly<Record<string, string>> = {}) {
    super(`${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** 400: a request of the right shape that makes no sense to the service. */
export function badRequest(reason: string): RequestFailure {
  return new RequestFailure(400, { reason });
}

/** 422: a field that cannot be filtered by, sorted by or asked for. */
export function invalidField(reason: string): RequestFailure {
  return new RequestFailure(422, { reason });
}

/** 502: what the service says of every failure of its database that it has no words for, however lasting. */
export function backendError(): RequestFailure {
  return new RequestFailure(502, { reason: "Temporary backend error" });
}
