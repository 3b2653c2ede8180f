import type { Json } from "../../../core/text/json.ts";
import { pythonException } from "../workload.ts";
import type { ShowcaseCall } from "./showcaseCall.ts";

const esc = "\u001b";

/** Texts that have caused bugs: each is sent by the user and repeated in the answer. */
const texts: readonly (readonly [name: string, text: string])[] = [
  [
    "html",
    '<img src=x onerror="document.title=1"> <script>document.title=2</script> <b>bold?</b> <iframe src="https://evil.example"></iframe> &lt;i&gt; &amp;amp;',
  ],
  [
    "command links",
    "[Click me](command:workbench.action.terminal.new) <command:workbench.action.quit> [file](file:///etc/passwd) [js](javascript:alert(1)) [data](data:text/html,<script>1</script>) [vscode](vscode://settings/x)",
  ],
  [
    "icons and escapes",
    `$(trash) $(sync~spin) $(error)\n${esc}[31mred?${esc}[0m ${esc}]8;;https://evil.example${esc}\\link?${esc}]8;;${esc}\\ ${esc}[2J\u0007\b\u0000`,
  ],
  [
    "direction marks",
    "invoice \u202egnp.exe\u202c \u2066isolate\u2069 \u200frtl mark\u200e zero\u200bwidth\u2060joiner \ufeffbom שלום 123 مرحبا 456 \u2028 line separator \u2029",
  ],
  [
    "markdown that never ends",
    "```python\ndef unfinished():\n    return '''\n\n**bold _and `code\n\n| a | b\n|--\n\n<!-- comment\n\n[ref]: https://evil.example\n> > > > > > quote\n\n![remote](https://evil.example/pixel.png?who=you)",
  ],
  ["one long line", `start ${"x".repeat(20_000)} end ${"word ".repeat(2_000)}`],
  [
    "surrogates and combining",
    `\ud83d alone, \udc00 alone, a${"\u0301".repeat(60)} Zalgo, 🏴󠁧󠁢󠁥󠁮󠁧󠁿 flag, ﷽, \u{1f9d1}\u200d\u{1f680}`,
  ],
];

/** All of these are valid: real programs have sent each of them. */
export function oddTurns(self: string): readonly ShowcaseCall[] {
  const chat = (content: Json): Json => ({ role: "user", content });
  const turn = (inputs: ShowcaseCall["inputs"], output: Json, others: Partial<ShowcaseCall> = {}): ShowcaseCall => ({
    op: "echo",
    inputs,
    output,
    seconds: 0.8,
    pause: 12,
    ...others,
  });
  return [
    turn({ messages: [chat("")] }, { role: "assistant", content: "" }),
    turn({ messages: [chat(null)] }, { role: "assistant", content: null, refusal: "I can't help with that." }),
    ...texts.map(([name, text]) =>
      turn(
        { name, messages: [chat(text)] },
        { choices: [{ index: 0, message: { role: "assistant", content: text } }] },
      ),
    ),
    turn(
      {
        messages: [
          chat([
            { type: "text", text: "What is in these?" },
            { type: "image_url", image_url: { url: "https://pictures.example/cat.jpg", detail: "low" } },
            { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } },
            { type: "input_audio", input_audio: { data: "UklGRg==", format: "wav" } },
            { type: "file", file: { filename: "invoice <1>.pdf", file_data: "JVBERi0=" } },
            { type: "hologram", depth: 3 },
          ]),
        ],
      },
      {
        content: [
          { type: "text", text: "A cat, twice." },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } },
        ],
      },
    ),
    turn(
      {
        messages: [
          chat("Call it."),
          {
            role: "assistant",
            content: null,
            tool_calls: [
              {
                id: "呼び出し-①",
                type: "function",
                function: { name: "$(trash) rm", arguments: '{"path": "/", "force": tru' },
              },
            ],
          },
          { role: "tool", tool_call_id: "呼び出し-①", content: "Error: `rm` is not allowed\u202e" },
          { role: "tool", tool_call_id: "no such call", content: [] },
        ],
      },
      {
        role: "assistant",
        content: "It failed.",
        tool_calls: [{ id: null, type: "function", function: { name: "", arguments: "" } }],
      },
      {
        steps: [
          {
            op: "$(trash) rm",
            inputs: { path: "/", force: true },
            output: null,
            seconds: 0.1,
            failure: `PermissionError: ${esc}[31m[Errno 13]${esc}[0m Permission denied: '/' $(error) <b>`,
          },
        ],
      },
    ),
    turn(
      {
        messages: [
          { content: "no role" },
          { role: "critic", name: "Ada", content: "An unknown role." },
          { role: 7, content: 7 },
          "a text among messages",
          ["a", ["list"]],
          null,
          42,
        ],
      },
      ["a", { list: [1, 2.5, true, null] }],
    ),
    turn({ messages: "a text instead of messages" }, true),
    turn({ question: "How much?" }, 42),
    turn({ self, prompt: "A ref comes back." }, self),
    turn({}, null, { displayName: "nothing in, nothing out $(check)" }),
    turn(
      { constructor: "x", toString: "y", "a.b": 1, "": "empty key", 'key with "quotes"': 1, ключ: 2 },
      JSON.parse('{"__proto__": {"polluted": true}, "hasOwnProperty": 1}'),
    ),
    turn({ nested: nested(60) }, nested(400)),
    turn({ messages: [chat("Divide by zero.")] }, null, {
      failure: pythonException("ZeroDivisionError", `division by zero ${esc}[1m<b>&amp; $(flame)`, [
        ["app/maths.py", 3, "<lambda>", "divide = lambda a, b: a / b"],
      ]),
    }),
    turn({ messages: [chat("Fail as text.")] }, null, {
      failure:
        'Traceback (most recent call last):\n  File "/srv/app/echo.py", line 12, in echo\n    return texts["missing"]\n           ~~~~~^^^^^^^^^^^\nKeyError: \'missing\'\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "/srv/app/echo.py", line 14, in echo\n    raise LookupError("no such text") from None\nLookupError: no such text',
    }),
    turn({ messages: [chat("This one never ends.")] }, null, {
      running: true,
      steps: [{ op: "wait for ever", inputs: {}, output: null, seconds: 0, running: true }],
    }),
    turn({ messages: [chat("Are you well?")] }, { role: "assistant", content: "Yes. ✅" }),
  ];
}

function nested(depth: number): Json {
  let value: Json = "the bottom";
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { level, deeper: value };
  return value;
}
