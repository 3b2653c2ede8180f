/** An answer other than 200, thrown from wherever in the service the reason was found. */
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
export function badRequest(reason: string, errorType = "ValueError"): RequestFailure {
  return new RequestFailure(400, { reason, error_type: errorType });
}

/** 422: a field that cannot be filtered by. */
export function invalidField(reason: string): RequestFailure {
  return new RequestFailure(422, { reason, error_type: "InvalidFieldError" });
}
