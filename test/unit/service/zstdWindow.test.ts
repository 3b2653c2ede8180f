import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import * as zlib from "node:zlib";
import { ServiceError } from "../../../src/core/failures/fault.ts";
import { send } from "../../fault/rawResponses.ts";
import { answer, startClient, startRawServer } from "./rawServer.ts";
import { receive, record } from "./threads.ts";

const two = `${record("a")}\n${record("b")}\n`;

for (const [log, kind] of [
  [23, undefined],
  [27, "malformed"],
] as const) {
  test(`zstd with a window of 2^${log} bytes is ${kind ?? "read"}`, async (t) => {
    const encoder = zlib.createZstdCompress({ params: { [zlib.constants.ZSTD_c_windowLog]: log } });
    encoder.write(two);
    encoder.end();
    const body = await buffer(encoder);
    const server = await startRawServer(t, send(answer(200, body, ["content-encoding: zstd"])));
    const { service } = startClient(t, { url: server.url });
    const { ids, error } = await receive(service);
    assert.equal(error instanceof ServiceError ? error.fault.kind : error, kind);
    assert.equal(ids.length, kind === undefined ? 2 : 0);
  });
}
