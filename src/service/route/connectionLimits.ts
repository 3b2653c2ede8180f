/** The undici options of every route, for an `Agent` or a `Pool`. */
export function connectionLimits(connectTimeout: number) {
  return {
    connectTimeout,
    maxHeaderSize: 16 * 1024,
    // An exchange has its own timeouts: undici's body timeout restarts at every byte, so a slow drip never ends.
    headersTimeout: 0,
    bodyTimeout: 0,
    // A second request on a connection would wait for a list that may take minutes.
    pipelining: 1,
    // One protocol and one parser, because errors are identified by them.
    allowH2: false,
    useMilo: false,
  };
}
