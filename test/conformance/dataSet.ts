import type { ProjectId } from "../../src/core/query/projectId.ts";
import type { Json } from "../../src/core/text/json.ts";
import { type Random, randomFrom } from "../../src/localService/data/random.ts";
import type { PublishedObject, StoredCall } from "../../src/localService/query/storedCall.ts";

/** How the service stores calls: start and end as parts that are merged, or complete calls, as newer SDKs send them. */
export const tables = ["merged", "complete"] as const;

export type Table = (typeof tables)[number];

/** The calls of one project, including deleted ones. */
export interface DataSet {
  readonly project: ProjectId;
  readonly table: Table;
  readonly calls: readonly StoredCall[];
  readonly objects: readonly PublishedObject[];
}

/** When the first thread starts; the others follow every half hour. */
export const firstStart = Date.UTC(2026, 10, 1, 8);

const second = 1000;
const halfHour = 1800 * second;

/** The current time of the checks, after all calls. */
export const now = firstStart + 100 * halfHour;

export const users = ["VXNlcjoxMDE=", "VXNlcjoyMDI=", "VXNlcjozMDM="] as const;

export const models = ["gpt-5", "claude-sonnet-4-5", "local-7b"] as const;

/** US dollars per million tokens, from the price list of the server. */
export const prices = {
  "gpt-5": { prompt: 1.25, completion: 10 },
  "claude-sonnet-4-5": { prompt: 3, completion: 15 },
  "local-7b": null,
} as const;

export const runsOf = (project: string) =>
  [`${project}/run-a1`, `${project}/run-b2`, "other/elsewhere/run-c3"] as const;

export const opsOf = (project: string) => {
  const ref = (name: string, version: string): string => `weave:///${project}/op/${name}:${version.repeat(43)}`;
  return {
    chat: ref("chat", "a"),
    chatAgain: ref("chat", "b"),
    chat_v2: ref("chat_v2", "c"),
    /** Differs from `chat_v2` only in a character that is a wildcard in SQL. */
    chatXv2: ref("chatXv2", "d"),
    retrieve: ref("retrieve", "e"),
    openai: ref("openai.chat.completions.create", "f"),
    tool: ref("tool-call", "g"),
    bare: "bare_op",
  } as const;
};

/** Thread IDs that are error-prone in filters, URLs, JSON lines or collations. */
export const oddThreads: readonly string[] = [
  "поддержка-42",
  "日本語 スレッド",
  "emoji 🚚👩‍🚀",
  "a/b/c",
  "../up",
  "with space ",
  'quote"double',
  "it's",
  "back\\slash",
  "100%_sure",
  "<b>bold</b>",
  "line\nbreak",
  "sep\u2028inside",
  "?q=1&x=#frag",
  "UPPER",
  "upper",
  "é",
  "e\u0301",
  "x".repeat(1500),
  '{"json":1}',
  "null",
  "0",
];

/** Texts that a filter finds without escaping. */
export const plainNotes = ["plain text, 3.5 @ 7:30", "100%_sure", "it's an order"] as const;

/** Texts with non-ASCII characters, which are escaped in the JSON that the service stores. */
export const foreignNotes = ["Größe naïve", "日本語 の 注文", "van 🚚 late"] as const;

/** Texts that are escaped in any JSON. */
export const escapedNotes = ['say "hi" twice', "C:\\temp\\new", "first line\nsecond line", "tab\there"] as const;

export const notes = [...plainNotes, ...foreignNotes, ...escapedNotes] as const;

/** The end of the large document. */
export const largeText = "needle in a haystack";

export const exception = "Traceback (most recent call last):\n  File \"a.py\", line 3\nValueError: 'größer' 🚫";

/** Threads of a special shape. */
export const threads = {
  /** 55 turns. */
  long: "thread-00",
  /** Only running turns. */
  running: ["thread-01", "thread-02"],
  /** Turns that are not trace roots. */
  below: "thread-03",
  /** The turn that started last ended before another one. */
  overlap: "overlap",
  /** Equal in all sort fields except the ID. */
  ties: ["tie-b", "tie-a"],
  /** Calls without a turn. */
  turnless: "thread-without-turns",
  /** A turn that stores more than the extension loads by itself. */
  large: "thread-with-a-large-document",
  /** A call with an unknown turn. */
  foreign: "thread-of-foreign-turn",
} as const;

const words = ["refund", "order", "late", "invoice", "status", "damaged", "exchange", "voucher"] as const;

interface Placement {
  readonly thread: string;
  readonly start: number;
  readonly ending: "success" | "error" | "running";
  readonly below?: StoredCall | undefined;
  /** Milliseconds; random if undefined. */
  readonly duration?: number;
}

/** The calls of a generated project, always the same. `refs` are those of the objects that inputs refer to. */
export function generatedCalls(project: ProjectId, refs: readonly [string, ...string[]]): readonly StoredCall[] {
  return new Generator(project, refs).all();
}

class Generator {
  readonly #random: Random = randomFrom(20261101);
  readonly #project: ProjectId;
  readonly #refs: readonly [string, ...string[]];
  readonly #ops: ReturnType<typeof opsOf>;
  readonly #calls: StoredCall[] = [];

  constructor(project: ProjectId, refs: readonly [string, ...string[]]) {
    this.#project = project;
    this.#refs = refs;
    this.#ops = opsOf(project);
  }

  all(): readonly StoredCall[] {
    const { length } = oddThreads;
    const numbered = Array.from({ length: 60 }, (_, index) => `thread-${String(index).padStart(2, "0")}`);
    for (const [index, thread] of [...oddThreads, ...numbered].entries()) this.#thread(thread, index);
    for (const [index, duration] of [90_000, 4_000, 400].entries()) {
      const start = firstStart + (length + 65) * halfHour + index * 30 * second;
      this.#turn({ thread: threads.overlap, start, ending: "success", duration });
    }
    for (const thread of threads.ties) {
      const start = firstStart + (length + 66) * halfHour;
      this.#turn({ thread, start, ending: "success", duration: 5000 });
    }
    this.#outsideThreads(firstStart + (length + 67) * halfHour);
    this.#large(firstStart + (length + 68) * halfHour);
    return this.#calls;
  }

  #thread(thread: string, index: number): void {
    const random = this.#random;
    const turns = thread === threads.long ? 55 : random.pick([1, 1, 2, 3, 4, 6]);
    const isRunning = threads.running.some((id) => id === thread);
    // Some starts are whole seconds, most have milliseconds.
    let start = firstStart + index * halfHour + (index % 9 === 0 ? 0 : random.between(0, 999));
    for (let turn = 0; turn < turns; turn++) {
      const isLast = turn === turns - 1;
      const ending = isRunning || (isLast && index % 7 === 3) ? "running" : random.chance(0.12) ? "error" : "success";
      const below =
        thread === threads.below ? this.#call({ started_at: start - 5, ended_at: start + 60_000 }) : undefined;
      this.#turn({ thread, start, ending, below });
      start += random.between(20_000, 25_000);
    }
  }

  /** A turn with its nested calls. */
  #turn({ thread, start, ending, below, duration: given }: Placement): void {
    const random = this.#random;
    const isRunning = ending === "running";
    const duration = given ?? random.pick([120, 481, 1500, 2750, 9001]) + random.between(0, 400);
    const model = random.pick(models);
    const run = random.pick([...runsOf(this.#project), null, null]);
    const user = random.pick([...users, null]);
    const calls = random.between(0, 3);
    const failing = random.chance(0.15) && !isRunning ? random.between(0, calls - 1) : -1;
    const id = this.#id();
    const trace_id = below?.trace_id ?? this.#id();
    const within = { trace_id, thread_id: thread, turn_id: id, wb_user_id: user, wb_run_id: run };
    this.#call({
      ...within,
      id,
      parent_id: below?.id ?? null,
      op_name: random.pick([this.#ops.chat, this.#ops.chatAgain, this.#ops.chat_v2, this.#ops.chatXv2]),
      display_name: random.pick([null, null, "Answer the customer", "Größe ändern"]),
      started_at: start,
      ended_at: isRunning ? null : start + duration,
      exception: ending === "error" ? exception : null,
      inputs: this.#inputs(model),
      output: ending === "success" ? this.#output() : null,
      attributes: { env: random.pick(["prod", "staging"]), priority: random.between(1, 3) },
      summary: isRunning ? {} : { ...this.#usage(model), status_counts: { success: 2, error: failing < 0 ? 0 : 1 } },
      wb_run_step: run === null ? null : random.pick([null, 0, 1, 7]),
    });
    const step = Math.floor(duration / 5);
    for (let index = 0; index < calls; index++) {
      const started_at = start + 1 + index * step;
      const ended_at = isRunning && index > 0 ? null : started_at + step;
      const child = this.#call({
        ...within,
        parent_id: id,
        op_name: random.pick([this.#ops.retrieve, this.#ops.openai, this.#ops.tool, this.#ops.bare]),
        started_at,
        ended_at,
        exception: index === failing ? "ToolError: timed out" : null,
        inputs: { query: this.#words(3), k: index },
        output:
          ended_at === null
            ? null
            : random.pick<Json>([["doc one", "doc two"], "plain text", 42, true, null, { a: 1 }]),
        attributes: { env: "prod" },
        summary: ended_at === null ? {} : this.#usage(model),
      });
      if (random.chance(0.25) && ended_at !== null) {
        this.#call({ ...within, parent_id: child.id, op_name: this.#ops.openai, started_at, ended_at, output: "deep" });
      }
    }
  }

  #outsideThreads(start: number): void {
    const random = this.#random;
    this.#call({ thread_id: threads.turnless, started_at: start, ended_at: start + 10 });
    this.#call({ thread_id: threads.foreign, turn_id: this.#id(), started_at: start, ended_at: start + 10 });
    for (let index = 0; index < 60; index++) {
      const started_at = start + index * 977;
      const ended_at = random.chance(0.3) ? null : started_at + random.between(1, 90_000);
      this.#call({
        op_name: random.pick([this.#ops.bare, this.#ops.retrieve, this.#ops.chat_v2, this.#ops.chatXv2]),
        started_at,
        ended_at,
        inputs: { n: index - 10, text: this.#words(4), "with-dash": "d", with_line: index % 3, ключ: "да" },
        output: ended_at === null ? null : (notes[index % notes.length] ?? null),
        summary: ended_at === null ? {} : this.#usage(random.pick(models)),
        wb_user_id: random.pick(users),
        attributes: { env: "batch" },
      });
    }
  }

  #large(started_at: number): void {
    const id = this.#id();
    const inputs = { messages: [{ role: "user", content: `${"hay ".repeat(80_000)}${largeText}` }] };
    const place = { id, turn_id: id, trace_id: this.#id(), thread_id: threads.large };
    this.#call({ ...place, started_at, ended_at: started_at + 2500, inputs, output: "Found it." });
  }

  #inputs(model: string): Json {
    const random = this.#random;
    return {
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: this.#words(random.between(3, 9)) },
      ],
      model,
      note: random.pick(notes),
      temperature: random.pick([0, 0.2, 0.7, 1]),
      n: random.between(0, 11),
      flag: random.chance(0.5),
      nothing: null,
      nested: { a: [random.between(0, 4), { b: random.pick(["x", "y"]) }], empty: {}, text: "" },
      tags: (["eu", "us", "vip"] as const).filter(() => random.chance(0.5)),
      prompt: random.pick(this.#refs),
      ...(random.chance(0.3) && { optional: random.pick<Json>(["present", "", 0, false]) }),
    };
  }

  #output(): Json {
    const random = this.#random;
    const message = { role: "assistant", content: `${this.#words(6)} ${random.pick(notes)}` };
    return { choices: [{ message, index: 0 }], score: random.between(0, 99) / 10 };
  }

  #usage(model: string): { readonly usage: Json } {
    const [prompt_tokens, completion_tokens] = [this.#random.between(20, 900), this.#random.between(5, 400)];
    const total_tokens = prompt_tokens + completion_tokens;
    return { usage: { [model]: { requests: 1, prompt_tokens, completion_tokens, total_tokens } } };
  }

  #words(count: number): string {
    return Array.from({ length: count }, () => this.#random.pick(words)).join(" ");
  }

  /** A UUID of version 7, as SDKs use for calls. */
  #id(): string {
    const digits = this.#random.text(32, "0123456789abcdef");
    const parts = [digits.slice(0, 8), digits.slice(8, 12), `7${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`];
    return [...parts, digits.slice(20)].join("-");
  }

  #call(changes: Partial<StoredCall> & Pick<StoredCall, "started_at" | "ended_at">): StoredCall {
    const { inputs = {}, output = null } = changes;
    const call: StoredCall = {
      id: this.#id(),
      trace_id: this.#id(),
      parent_id: null,
      thread_id: null,
      turn_id: null,
      op_name: this.#ops.chat,
      display_name: null,
      deleted_at: null,
      expire_at: null,
      exception: null,
      wb_user_id: null,
      wb_run_id: null,
      wb_run_step: null,
      wb_run_step_end: null,
      input_refs: refsIn(inputs),
      output_refs: refsIn(output),
      storage_size_bytes: 0,
      attributes: {},
      inputs: {},
      output: null,
      summary: {},
      ...changes,
    };
    this.#calls.push(call);
    return call;
  }
}

function refsIn(value: Json): readonly string[] {
  if (typeof value === "string") return value.startsWith("weave:///") ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(refsIn) : [];
}

/** The turns to delete. Their nested calls are deleted with them. */
export function deletedTurns(calls: readonly StoredCall[]): readonly string[] {
  const finished = calls.filter(({ id, turn_id, thread_id, ended_at }) => {
    return id === turn_id && ended_at !== null && /^thread-[1-5]\d$/.test(thread_id ?? "");
  });
  return finished.filter((_, index) => index % 17 === 0).map(({ id }) => id);
}
