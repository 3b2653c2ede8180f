import { anthropicMessages } from "../documentShapes.ts";
import { reviewReport } from "./reviewReport.ts";
import type { ShowcaseCall } from "./showcaseCall.ts";
import { conversationTurns } from "./showcaseThread.ts";

const firstLook = `## Retry uploads with exponential backoff

The idea is right, and the tests cover the ordinary path. Two things would bite in production.

### 1. The first retry waits nothing

\`src/upload/retry.py\`, line 31: the delay is computed **before** the attempt is counted, so that \`2 ** 0 - 1\` is 0.

\`\`\`python
for attempt in range(retries):
    delay = base * (2 ** attempt - 1)   # 0 at the first retry
    try:
        return await upload(part)
    except TransientError as error:
        log.warning("attempt %d failed: %s", attempt, error)
        await asyncio.sleep(delay)
\`\`\`

I suggest counting from one and adding jitter, so that a thousand clients do not come back in the same second:

\`\`\`python
for attempt in itertools.count(1):
    try:
        return await upload(part)
    except TransientError:
        if attempt == retries:
            raise
        await asyncio.sleep(random.uniform(0, min(cap, base * 2 ** attempt)))
\`\`\`

### 2. \`retries\` is never reset

> A part that fails twice leaves its neighbour with one attempt.

\`Uploader.retries\` is shared by all parts. Move it into \`upload_part\`.

| Part | Attempts before | Attempts after |
|---:|---:|---:|
| 1 | 3 | 3 |
| 2 | 1 | 3 |
| 3 | 0 ❌ | 3 |

See also [RFC 9110, Retry-After](https://www.rfc-editor.org/rfc/rfc9110#field.retry-after): the server may say how long to wait.`;

const otherClient = `Here is the same in the TypeScript client, with an \`AbortSignal\`:

\`\`\`typescript
export async function uploadPart(part: Part, signal: AbortSignal): Promise<Receipt> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(part, signal);
    } catch (error) {
      if (attempt === maxAttempts || !isTransient(error)) throw error;
      await delay(Math.random() * Math.min(cap, base * 2 ** attempt), undefined, { signal });
    }
  }
}
\`\`\`

And the configuration that both read:

\`\`\`json
{
  "upload": { "maxAttempts": 3, "baseMilliseconds": 250, "capMilliseconds": 8000 }
}
\`\`\``;

const failingTest = `The new case fails, as it should before the fix:

\`\`\`diff
-    assert slept == [0, 0.25, 0.75]
+    assert all(0 < pause <= 8 for pause in slept)
\`\`\`

To run this one alone:

\`\`\`bash
pytest -q tests/test_retry.py -k "first_retry_waits" --maxfail=1
\`\`\``;

const whoFailed = `This finds the uploads of the last week that gave up:

\`\`\`sql
SELECT date_trunc('hour', failed_at) AS hour,
       count(*)                      AS given_up,
       max(attempts)                 AS attempts
FROM   upload_failures
WHERE  failed_at > now() - interval '7 days'
GROUP  BY 1
ORDER  BY 2 DESC
LIMIT  20;
\`\`\`

1. Most are between 02:00 and 03:00 UTC.
   - The backup runs then.
   - [x] known to operations
   - [ ] moved to another hour
2. None has more than three attempts.

![attempts per hour](https://charts.example/attempts-per-hour.png)`;

/** A review in Markdown: code in several languages, tables, lists, links, an image, and a report of 30 kB. */
export function reviewTurns(self: string): readonly ShowcaseCall[] {
  return conversationTurns({
    op: "review_pull_request",
    shape: anthropicMessages,
    system: "You review changes to a code base. Name files and lines. Show code in fenced blocks.",
    model: "claude-opus-4-5",
    others: { self },
    turns: [
      {
        user: "Review PR #482: retry uploads with exponential backoff",
        thinking:
          "The delay is `base * (2 ** attempt - 1)` with attempt starting at 0. That is 0 for the first retry.\n\nIs `retries` an attribute of the uploader? Yes, and it is decremented. So the budget is shared between parts: a second bug.",
        tools: [
          [
            "read_diff",
            { pull_request: 482 },
            { files: ["src/upload/retry.py", "tests/test_retry.py"], added: 48, removed: 11 },
          ],
          ["read_file", { path: "src/upload/retry.py", lines: [20, 60] }, "class Uploader:\n    retries = 3\n    …"],
        ],
        assistant: firstLook,
      },
      { user: "Good catch. What would the TypeScript client look like?", assistant: otherClient, pause: 140 },
      {
        user: "Can you add a test that fails without the fix?",
        tools: [
          [
            "run_tests",
            { path: "tests/test_retry.py" },
            null,
            {
              failure:
                "subprocess.CalledProcessError: Command 'pytest -q tests/test_retry.py' returned non-zero exit status 1.\n\n=================================== FAILURES ===================================\n____________________________ test_first_retry_waits ____________________________\n\n    def test_first_retry_waits():\n>       assert slept[0] > 0\nE       assert 0 > 0\n\ntests/test_retry.py:41: AssertionError",
              seconds: 3.2,
            },
          ],
        ],
        assistant: failingTest,
        pause: 85,
      },
      { user: "Who is affected by this at the moment?", assistant: whoFailed, pause: 60 },
      {
        user: "Please write the full report for the whole branch, file by file.",
        assistant: reviewReport(),
        seconds: 2,
        pause: 200,
      },
    ],
  });
}
