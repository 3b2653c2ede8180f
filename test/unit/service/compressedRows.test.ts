import assert from "node:assert/strict";
import { test } from "node:test";
import { codecs } from "../../fault/compressed.ts";
import { answer, chunk, head, startClient, startEditorClient, startRawServer } from "./rawServer.ts";
import { everything, receive, record } from "./threads.ts";

const rows = Array.from({ length: 300 }, (_, n) => `${record(`id-${n}`)}\n`).join("");
const requested = (text: string) => /^accept-encoding: (.+)$/im.exec(text)?.[1]?.trim();

test("an unhurried request accepts compression in a header, not in the body", async (t) => {
  for (const codec of codecs.filter(({ name }) => name !== "br")) {
    const server = await startRawServer(t, (socket) =>
      socket.write(answer(200, codec.encode(rows), [`content-encoding: ${codec.name}`])),
    );
    const { service } = startClient(t, { url: server.url });
    const { ids, error } = await receive(service, { ...everything, unhurried: true });
    assert.equal(error, undefined);
    assert.equal(ids.length, 300);
    const [request] = server.requests;
    assert.match(requested(request?.head ?? "") ?? "", new RegExp(`\\b${codec.name}\\b`));
    assert.deepEqual(JSON.parse(request?.body ?? ""), { project_id: "entity/project" });
  }
});

test("a truncated compressed response is cutShort", async (t) => {
  for (const codec of codecs) {
    const server = await startRawServer(t, (socket) => {
      socket.write(head(200, [`content-encoding: ${codec.name}`, "transfer-encoding: chunked"]));
      socket.write(Buffer.concat([chunk(codec.cut(rows)), chunk("")]));
    });
    const { service } = startClient(t, { url: server.url });
    const { error } = await receive(service, { ...everything, unhurried: true });
    assert.match(String(error), /cutShort/, codec.name);
  }
});

test("the editor's decoded data has no end mark, so no compression is requested", async (t) => {
  const server = await startRawServer(t, (socket) => socket.write(answer(200, rows)));
  const { service } = startEditorClient(t, { url: server.url });
  await receive(service, { ...everything, unhurried: true });
  assert.equal(requested(server.requests[0]?.head ?? ""), "identity");
});
