/** A response other than 200, thrown anywhere in the service. */
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

/** 400: a well-formed request that the service cannot process. */
export function badRequest(reason: string): RequestFailure {
  return new RequestFailure(400, { reason });
}

/** 422: a field that cannot be used for filtering, sorting or selection. */
export function invalidField(reason: string): RequestFailure {
  return new RequestFailure(422, { reason });
}

/** 502: the response of the service for unclassified database failures, even lasting ones. */
export function backendError(): RequestFailure {
  return new RequestFailure(502, { reason: "Temporary backend error" });
}
