import assert from "node:assert/strict";
import { test } from "node:test";
import { menuArgument } from "../../../../src/core/conversations/menuArgument.ts";
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
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { thread } from "./threads.ts";

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
