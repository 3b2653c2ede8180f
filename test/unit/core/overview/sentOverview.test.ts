import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { GrowingColumns } from "../../../../src/core/overview/growingColumns.ts";
import type { OverviewState } from "../../../../src/core/overview/overviewProtocol.ts";
import { SentOverview } from "../../../../src/core/overview/sentOverview.ts";
import { thread } from "../conversations/threads.ts";

const state: OverviewState = {
  project: "northwind/support-assistant",
  filter: "",
  bounds: {},
  asOf: 0,
  whole: false,
  progress: "loading",
  calls: { kind: "loading" },
  errors: { kind: "loading" },
  failedTurns: null,
  notice: null,
  filtered: false,
};

type Step = { readonly kind: "grow"; readonly by: number } | { readonly kind: "replace" | "send" | "reload" };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("grow" as const), by: fc.nat(7) }),
  fc.record({ kind: fc.constantFrom("replace" as const, "send" as const, "reload" as const) }),
);

test("however threads grow, are replaced and sent in pieces, the page ends up with the current ones", () => {
  fc.assert(
    fc.property(fc.array(step), fc.integer({ min: 1, max: 5 }), (steps, most) => {
      const sent = new SentOverview();
      let [columns, page] = [new GrowingColumns(), new GrowingColumns()];
      let made = 0;
      const send = () => {
        const message = sent.next(state, columns, most);
        if (message === null) return false;
        assert.ok(message.threads.ids.length <= most);
        page.keep(message.kept);
        page.append(message.threads);
        return message.more;
      };
      for (const one of steps) {
        if (one.kind === "grow") columns.add(Array.from({ length: one.by }, () => thread(`t${made++}`)));
        else if (one.kind === "replace") columns = new GrowingColumns();
        else if (one.kind === "send") send();
        else {
          page = new GrowingColumns();
          sent.forget();
        }
      }
      while (send());
      assert.deepEqual(page.view(), columns.view());
      assert.equal(sent.isEmpty, columns.length === 0);
    }),
  );
});

test("what the page has is not sent again, and an unchanged state is not sent at all", () => {
  const sent = new SentOverview();
  const columns = new GrowingColumns();
  columns.add([thread("a"), thread("b"), thread("c")]);
  const next = (notified: OverviewState, of = columns) => {
    const message = sent.next(notified, of, 2);
    return message && [message.state.progress, message.kept, message.threads.ids, message.more];
  };
  const complete: OverviewState = { ...state, progress: "complete" };
  assert.deepEqual(next(state), ["loading", 0, ["a", "b"], true]);
  assert.deepEqual(next(state), ["loading", 2, ["c"], false]);
  assert.equal(next({ ...state }), null);
  assert.deepEqual(next(complete), ["complete", 3, [], false]);
  assert.equal(next(complete), null);
  // Other threads are sent, even if there are as many.
  const others = new GrowingColumns();
  others.add([thread("d"), thread("e"), thread("f")]);
  assert.deepEqual(next(complete, others), ["complete", 0, ["d", "e"], true]);
  sent.forget();
  assert.deepEqual(next(complete, others), ["complete", 0, ["d", "e"], true]);
  assert.deepEqual(next(complete, new GrowingColumns()), ["complete", 0, [], false]);
});
