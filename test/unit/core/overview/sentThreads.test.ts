import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { GrowingColumns } from "../../../../src/core/overview/growingColumns.ts";
import { SentThreads } from "../../../../src/core/overview/sentThreads.ts";
import { thread } from "../threads/threads.ts";

type Step = { readonly kind: "grow"; readonly by: number } | { readonly kind: "replace" | "send" | "reload" };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("grow" as const), by: fc.nat(7) }),
  fc.record({ kind: fc.constantFrom("replace" as const, "send" as const, "reload" as const) }),
);

test("however threads grow, are replaced and are sent in pieces, the page ends up with those that there are", () => {
  fc.assert(
    fc.property(fc.array(step), fc.integer({ min: 1, max: 5 }), (steps, most) => {
      const sent = new SentThreads();
      let [columns, page] = [new GrowingColumns(), new GrowingColumns()];
      let made = 0;
      const send = () => {
        const { kept, threads, more } = sent.next(columns, most);
        assert.ok(threads.ids.length <= most);
        page.keep(kept);
        page.append(threads);
        return more;
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

test("what the page has is not sent again", () => {
  const sent = new SentThreads();
  const columns = new GrowingColumns();
  columns.add([thread("a"), thread("b"), thread("c")]);
  const pieces = [2, 2, 2].map((most) => sent.next(columns, most));
  assert.deepEqual(
    pieces.map(({ kept, threads, more }) => [kept, threads.ids, more]),
    [
      [0, ["a", "b"], true],
      [2, ["c"], false],
      [3, [], false],
    ],
  );
});
