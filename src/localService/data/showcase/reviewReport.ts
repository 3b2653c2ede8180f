const findings = [
  [
    "naming",
    "The name says how it is done, not what for.",
    "rename",
    "def fetch_with_retries_v2(url):",
    "def download(url):",
  ],
  [
    "error handling",
    "The exception is swallowed, so that a caller takes an empty list for success.",
    "narrow the `except` and let the rest pass",
    "except Exception:\n    return []",
    "except NotFound:\n    return []",
  ],
  [
    "concurrency",
    "Two tasks may see the same counter and both write it back.",
    "use the lock that the class already has",
    "self.sent += len(part)",
    "async with self._lock:\n    self.sent += len(part)",
  ],
  [
    "time",
    "Naive datetimes are compared with aware ones.",
    "keep everything in UTC",
    "datetime.now() - started",
    "datetime.now(UTC) - started",
  ],
  [
    "tests",
    "The test sleeps for a second and fails on a busy machine.",
    "wait for the event itself",
    "time.sleep(1)\nassert done",
    "await asyncio.wait_for(done.wait(), 30)",
  ],
  [
    "types",
    "`Any` hides that the function returns `None` for a missing part.",
    "say so in the type",
    "def part(self, index) -> Any:",
    "def part(self, index: int) -> Part | None:",
  ],
] as const;

const files = [
  ...["retry", "parts", "session", "checksum", "progress"].map((name) => `src/upload/${name}.py`),
  ...["transport", "errors", "headers"].map((name) => `src/client/${name}.py`),
  ...["receive", "limits", "cleanup"].map((name) => `src/server/${name}.py`),
  ...["retry", "parts", "session"].map((name) => `tests/test_${name}.py`),
];

/** A report on every file of a branch: about 30 kB of Markdown. */
export function reviewReport(): string {
  const rows = files.map((file, index) => `| \`${file}\` | ${findings.length} | ${31 + index * 17} |`);
  return [
    "# Report on the branch `upload-backoff`",
    "**Summary:** the branch can be merged after the points marked *must* have been seen to. Nothing here changes the format on disk.",
    ["| File | Findings | Lines read |", "|---|---:|---:|", ...rows].join("\n"),
    ...files.map(fileReport),
    "## What was not looked at\n\nGenerated code below `src/proto`, the documentation, and the build.",
  ].join("\n\n");
}

function fileReport(file: string, fileIndex: number): string {
  const sections = findings.map(([subject, problem, action, before, after], index) => {
    const line = 12 + fileIndex * 9 + index * 23;
    const must = (fileIndex + index) % 3 === 0 ? "**must**" : "should";
    return [
      `### ${fileIndex + 1}.${index + 1} ${subject}, line ${line} (${must})`,
      `${problem} In \`${file}\` this concerns ${1 + ((fileIndex * 5 + index) % 4)} places, the first of them at line ${line}. I would ${action}:`,
      `\`\`\`python\n# before\n${before}\n\n# after\n${after}\n\`\`\``,
    ].join("\n\n");
  });
  return [`## ${fileIndex + 1}. \`${file}\``, ...sections].join("\n\n");
}
