/** How undici is to speak, on every way: its options for an `Agent` or a `Pool`. */
export function connectionLimits(connectTimeout: number) {
  return {
    connectTimeout,
    maxHeaderSize: 16 * 1024,
    // The clock of an exchange is its own: undici's body timeout restarts at every byte, so that a drip never ends.
    headersTimeout: 0,
    bodyTimeout: 0,
    // A second request on the same connection would wait behind a list that may take minutes.
    pipelining: 1,
    // One protocol and one parser, whatever a server or the environment offers: their faults are told apart by it.
    allowH2: false,
    useMilo: false,
  };
}
