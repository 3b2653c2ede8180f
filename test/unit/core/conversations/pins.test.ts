import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { menuArgument } from "../../../../src/core/conversations/menuArgument.ts";
import { PinnedConversations } from "../../../../src/core/conversations/pinnedConversations.ts";
import {
  formatPins,
  mostPins,
  type Pin,
  readPins,
  withoutPin,
  withPin,
} from "../../../../src/core/conversations/pins.ts";
import { ThreadList } from "../../../../src/core/conversations/threadList.ts";
import { pinnedRows, threadRows } from "../../../../src/core/conversations/threadRows.ts";
import { pinTreeRow } from "../../../../src/core/conversations/threadRowText.ts";
import { threadSource } from "../../../../src/core/conversations/threadSource.ts";
import { AgentRoute } from "../../../../src/core/port/agentRoute.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { answer, type Respond, startClient, startRawServer } from "../../service/rawServer.ts";
import { pagesOf, thread } from "./threads.ts";

const agent = { kind: "agent", id: "s" } as const;
const pins: readonly Pin[] = [
  { key: threadKey("a"), note: "" },
  { key: agent, note: "solved" },
];

test("pins are stored by kind and ID, and read again; other forms are left out", () => {
  assert.deepEqual(formatPins(pins), [{ threadId: "a" }, { conversation: "agent:s", note: "solved" }]);
  assert.deepEqual(readPins(JSON.parse(JSON.stringify(formatPins(pins)))), pins);
  assert.deepEqual(readPins([{ threadId: 1 }, null, { threadId: "", note: 2 }]), [{ key: threadKey(""), note: "" }]);
  assert.deepEqual(readPins("x"), []);
});

test("a pin is added last, changed in its place, and removed; at most a hundred", () => {
  const more = withPin(pins, { key: threadKey("s"), note: "" }) ?? assert.fail();
  assert.deepEqual(
    more.map(({ key }) => `${key.kind} ${key.id}`),
    ["thread a", "agent s", "thread s"],
  );
  assert.deepEqual(withPin(pins, { key: threadKey("a"), note: "again" })?.[0]?.note, "again");
  assert.deepEqual(withoutPin(more, agent).length, 2);
  const most = Array.from({ length: mostPins }, (_, at) => ({ key: threadKey(String(at)), note: "" }));
  assert.equal(withPin(most, { key: agent, note: "" }), null);
  assert.equal(withPin(most, { key: threadKey("7"), note: "x" })?.length, mostPins);
});

test("pinned conversations are a group above the list, and one that is gone can be unpinned", () => {
  const shown = pins.map((pin, at) => ({ ...pin, thread: at === 0 ? thread("a") : null }));
  const list = new ThreadList({ now: () => 0, pageSize: () => 10 });
  assert.deepEqual(threadRows(list, false, shown), [], "an empty list shows how to fill it");
  list.showFound(thread("found"));
  const [group] = threadRows(list, false, shown);
  assert.ok(group?.kind === "pins");
  const [first, second] = pinnedRows(group);
  assert.deepEqual(first, { kind: "thread", thread: thread("a"), section: "pinned" });
  assert.ok(second?.kind === "unpinned");
  assert.deepEqual(
    [pinTreeRow(second).label, pinTreeRow(second).description, pinTreeRow(second).contextValue],
    ["s", "solved · not listed by the service", "gone.pinned"],
  );
  assert.deepEqual(menuArgument(second).conversation, agent);
});

/** What was requested of a service, and the list of its project after a refresh. */
async function served(t: TestContext, respond: Respond) {
  const server = await startRawServer(t, respond);
  const { service, entries } = startClient(t, { url: server.url, timeout: 2000 });
  const target = { service, project: "acme/desk", sources: [threadSource], agentRoute: new AgentRoute() } as const;
  const refreshed = () => {
    const pages = pagesOf([]);
    return { target, load: { kind: "shown", value: pages, at: 0 }, latestPages: pages } as const;
  };
  return { server, entries, target, refreshed };
}

for (const status of [200, 403])
  test(`pinned conversations are requested after each refresh and change, and not in between, if they are answered with ${status}`, async (t) => {
    const { server, target, refreshed } = await served(t, (socket) => socket.write(answer(status, "")));
    const conversations = new PinnedConversations();
    const list = refreshed();
    const later = refreshed();
    const fewer = withoutPin(pins, agent);
    const counts: number[] = [];
    for (const [shown, of] of [
      ...([
        [list, pins],
        [{ ...list }, pins],
        [later, pins],
      ] as const),
      ...([
        [later, fewer],
        [{ ...later }, fewer],
        [{ ...later, target: { ...target } }, fewer],
      ] as const),
    ]) {
      await conversations.due(shown, of);
      counts.push(server.requests.length);
    }
    assert.deepEqual(counts, [1, 1, 2, 3, 3, 4]);
  });

test("a request of pins that another one replaces is canceled", async (t) => {
  const arrival = Promise.withResolvers<void>();
  const { entries, refreshed } = await served(t, (socket, { body }) => {
    if (body.includes('"later"')) socket.write(answer(200, ""));
    else arrival.resolve();
  });
  const conversations = new PinnedConversations();
  const replaced = conversations.due(refreshed(), pins);
  await arrival.promise;
  const later = conversations.due(refreshed(), [{ key: threadKey("later"), note: "" }]);
  assert.deepEqual([await replaced, (await later)?.size], [null, 0]);
  assert.deepEqual(
    entries.map(({ outcome }) => outcome),
    ["aborted", "ok"],
  );
});
