import { anthropicMessages, plainDocument } from "./documentShapes.ts";
import { dialogue, pythonException, type Topic, type Workload } from "./workload.ts";

const topics: readonly [Topic, ...Topic[]] = [
  {
    exchanges: dialogue(
      "Review PR #482: retry uploads with exponential backoff",
      "Two things stand out.\n\n1. **The first retry waits nothing**: the delay is computed before the attempt is counted.\n2. **`retries` is never reset** after a success.\n\n```python\nfor attempt in range(retries):\n    delay = base * (2 ** attempt - 1)  # 0 at first\n    await asyncio.sleep(delay)\n```",
      "Fixed both. Anything else?",
      "The test covers three attempts only; a case for the last one failing would show that the error is passed on. Otherwise ready to merge.",
      "Like this?",
      'Yes:\n\n```python\nasync def test_the_last_failure_is_passed_on(server):\n    server.fail_always()\n    with pytest.raises(TransientError):\n        await upload(b"x", retries=3)\n    assert server.attempts == 3\n```\n\nRun it alone with:\n\n```bash\npytest -q tests/test_retry.py -k passed_on\n```',
    ),
    documents: ["src/upload/retry.py", "tests/test_retry.py"],
    tool: ["run_tests", { path: "tests/test_retry.py" }, { passed: 14, failed: 0, seconds: 3.2 }],
  },
  {
    exchanges: dialogue(
      "Why does `parse_header` allocate a new buffer per call?",
      "Because the slice outlives the reader. If callers copy what they keep, the buffer can be shared; I count two callers, and both do.",
      "Show me.",
      "| Caller | File | Copies |\n|---|---|---|\n| `Request::read` | `src/net/request.rs:88` | ✅ `to_vec` |\n| `Trailer::read` | `src/net/trailer.rs:41` | ✅ `into_owned` |\n\nSo this is enough:\n\n```rust\npub fn parse_header<'a>(input: &'a [u8], scratch: &'a mut Vec<u8>) -> Result<Header<'a>, Error> {\n    scratch.clear();\n    scratch.extend_from_slice(input);\n    Header::from_slice(scratch)\n}\n```",
    ),
    documents: ["src/net/header.rs", "docs/ownership.md"],
    tool: ["read_file", { path: "src/net/header.rs" }, { lines: 312, language: "rust" }],
  },
  {
    exchanges: dialogue(
      "Is this migration safe to run while the service is up?\n\nALTER TABLE orders ADD COLUMN note text NOT NULL DEFAULT '';",
      "Yes on PostgreSQL 11 and later: a constant default is kept in the catalogue and no row is rewritten. The lock is short, but it does queue behind long transactions.",
      "Thanks, adding a lock_timeout then.",
      "Good. Five seconds with a retry is what the other migrations here use:\n\n```sql\nSET lock_timeout = '5s';\n\nALTER TABLE orders\n  ADD COLUMN note text NOT NULL DEFAULT '';\n```\n\n- [x] constant default, no rewrite\n- [x] short lock\n- [ ] announced in `#deploys`",
    ),
    documents: ["migrations/0031_orders.sql", "docs/migrations.md"],
    tool: ["search_history", { query: "lock_timeout" }, { commits: ["9f1c2aa", "41be07d"] }],
  },
];

/** An assistant that reviews pull requests. */
export const codeReviewWorkload: Workload = {
  system: "You review changes to a code base. Name files and lines. Show code in fenced blocks.",
  turnOps: [
    { name: "review_pull_request", shape: anthropicMessages, receives: "self" },
    { name: "answer_comment", shape: plainDocument, receives: "self" },
  ],
  rootOp: "ci_job",
  retrievalOp: "search_repository",
  jobOps: ["index_repository", "label_issues"],
  models: ["claude-opus-4-5", "gpt-5-codex"],
  modelObject: {
    name: "Reviewer",
    versions: [
      { name: "reviewer", temperature: 0, prompt: "Review the change. Name lines." },
      { name: "reviewer", temperature: 0, prompt: "Review the change. Name lines. Praise nothing." },
    ],
  },
  topics,
  failures: [
    "ContextLengthError: the diff has 214,003 tokens, the model takes 200,000",
    pythonException("CalledProcessError", "Command 'pytest -q' returned non-zero exit status 2.", [
      ["review/tools.py", 52, "run_tests", 'subprocess.run(["pytest", "-q", path], check=True)'],
    ]),
  ],
};
