import assert from "node:assert/strict";
import { test } from "node:test";
import { exceptionLine, failingCall, failureText } from "../../../../src/core/calls/failure.ts";
import { turn } from "../conversations/turns.ts";

const traceback = `Traceback (most recent call last):
  File "agent.py", line 3, in answer
    return lookup(order)
KeyError: 'A-1'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "agent.py", line 9, in run
    raise OrderError("no such order") from error
shop.errors.OrderError: no such order
see the runbook
`;

const lines: readonly (readonly [exception: string, line: string])[] = [
  [traceback, "shop.errors.OrderError: no such order"],
  ["TypeError: x is undefined\n    at run (agent.ts:3:7)", "TypeError: x is undefined"],
  ['Traceback (most recent call last):\n  File "a.py", line 1\nKeyboardInterrupt', "KeyboardInterrupt"],
  ['{"type":"KeyError","message":"\'A-1\'","traceback":[]}', "KeyError: 'A-1'"],
  [
    '  + Exception Group Traceback (most recent call last):\n  |   File "a.py", line 1\n  | ExceptionGroup: two (2 sub-exceptions)\n  +-+---------------- 1 ----------------\n    | ValueError: a',
    "ExceptionGroup: two (2 sub-exceptions)",
  ],
  [
    '  + Exception Group Traceback (most recent call last):\n  |   File "a.py", line 1\n  | shop.Failures: all (1 sub-exception)\n  +-+---------------- 1 ----------------',
    "shop.Failures: all (1 sub-exception)",
  ],
  ["\n  timed out  \n", "timed out"],
  ["", ""],
];
for (const [exception, line] of lines) {
  test(`the error of ${JSON.stringify(exception.slice(-40))} is named by "${line}"`, () =>
    assert.equal(exceptionLine(exception), line));
}

test("the failing call of a turn is the earliest that contains no other failed call", () => {
  const calls = [
    turn("late", { parentId: "turn", startedAt: 5 }),
    turn("turn", { startedAt: 0 }),
    turn("tool", { parentId: "step", startedAt: 3 }),
    turn("step", { parentId: "turn", startedAt: 2 }),
  ];
  assert.equal(failingCall(calls)?.id, "tool");
  assert.equal(failingCall([]), null);
});

test("a failing call is named by its op, with its error if there is one", () => {
  assert.equal(
    failureText(turn("a", { op: "weave:///acme/desk/op/issue_refund:x", exception: "E: m" })),
    "issue_refund: E: m",
  );
  assert.equal(failureText(turn("a", { op: "issue_refund" })), "issue_refund");
});
