import { exceptionSummary } from "../calls/exceptionType.ts";
import type { Fault } from "../failures/fault.ts";
import { type Call, type CallDocuments, type CallPlace, callDocumentNames } from "../query/call.ts";
import type { ChatMessage, ChatTurn } from "../query/chatMessage.ts";
import type { Feedback } from "../query/feedback.ts";
import { type ProjectId, parseProjectId } from "../query/projectId.ts";
import type { ConversationSummary } from "../query/thread.ts";
import { isOneEmoji } from "../text/emoji.ts";
import { isEmpty, isList, type Json } from "../text/json.ts";
import { maskedContent } from "./maskedContent.ts";
import { type Kind, type Pseudonyms, placeholder } from "./pseudonyms.ts";
import { type RevealedQuery, revealedProject, revealedQuery } from "./revealedQuery.ts";

const ref = /^weave:\/\/\/([^/]+)\/([^/]+)\/([^/]+)\/(.+)$/s;

/** A ref or URL, of any service. */
const address = /^[a-z][a-z+.-]*:\/|^weave:/i;
/** `arn:aws:bedrock:…`, `projects/acme/locations/…`, `accounts/acme/models/…` */
const resource = /^arn:|^(?:projects|accounts)\//;

/** How programs name exceptions; any other word before a colon may be a person's: `JohnDoe: hello`. */
const exceptionName =
  /^(?:[A-Z][A-Za-z0-9]*)?(?:Error|Exception(?:Group)?|Warning|Timeout|Interrupt|Exit|Fault|Failure|Iteration|NotFound|DoesNotExist|Aborted|Cancell?ed|Denied|Exceeded|Exhausted|Refused|Unavailable)$/;
const isNamed = (type: string) => exceptionName.test(type);

/** How each kind of value is replaced in privacy mode, and pseudonyms are turned back. */
export class Masking {
  readonly #pseudonyms: Pseudonyms;

  constructor(pseudonyms: Pseudonyms) {
    this.#pseudonyms = pseudonyms;
  }

  id(kind: Kind, original: string): string {
    return this.#pseudonyms.of(kind, original);
  }

  project(project: ProjectId): ProjectId {
    const [entity = "", ...name] = project.split("/");
    return `${this.id("entity", entity)}/${this.id("project", name.join("/"))}`;
  }

  /** A ref keeps its kind and, of an op, its name; any other op is a name. */
  op(op: string): string {
    const [, entity = "", project = "", kind = "", rest = ""] = ref.exec(op) ?? [];
    if (kind === "") return address.test(op) ? this.id("ref", op) : op;
    const [, name = "", version = ""] = (kind === "op" && /^([^/:]+):(\*|[^/:]+)$/.exec(rest)) || [];
    const shown = name === "" ? this.id("ref", rest) : `${name}:${version === "*" ? version : this.id("ref", version)}`;
    return `weave:///${this.id("entity", entity)}/${this.id("project", project)}/${kind}/${shown}`;
  }

  /** `<entity>/<project>/<run>`, or a run ID. */
  run(run: string): string {
    const [id = "", project, entity, ...more] = run.split("/").reverse();
    if (project === undefined || entity === undefined || more.length > 0) return this.id("run", run);
    return `${this.project(`${entity}/${project}`)}/${this.id("run", id)}`;
  }

  /** A fine-tuned model has the name of an organization, `ft:gpt-4o:acme:…`, and so have refs and resource names. */
  model(model: string): string {
    if (address.test(model) || resource.test(model)) return this.id("id", model);
    const [, base, own] = /^(ft:[^:]+:)(.+)$/s.exec(model) ?? [];
    return base === undefined || own === undefined ? model : base + this.id("id", own);
  }

  /** The type of an exception stays. */
  exception(exception: string | null): string | null {
    if (exception === null) return null;
    const { type } = exceptionSummary(exception);
    const text = placeholder("message", exception);
    return isNamed(type) ? `${type}: ${text}` : text;
  }

  errorType(type: string): string {
    return isNamed(type) ? type : placeholder("message", type);
  }

  text(text: string): string {
    return placeholder("text", text);
  }

  documents(documents: CallDocuments["documents"]): CallDocuments["documents"] {
    const masked = callDocumentNames.flatMap((name) => {
      const value = documents[name];
      return value === undefined ? [] : [[name, maskedContent(name, value, this.#pseudonyms)] as const];
    });
    return Object.fromEntries(masked);
  }

  thread(thread: ConversationSummary): ConversationSummary {
    const call = (id: string | null) => id && this.id("call", id);
    return {
      ...thread,
      id: this.id(thread.kind, thread.id),
      firstTurnId: call(thread.firstTurnId),
      lastTurnId: call(thread.lastTurnId),
      ...(thread.agent && {
        agent: {
          ...thread.agent,
          name: thread.agent.name && this.text(thread.agent.name),
          opening: thread.agent.opening && placeholder("message", thread.agent.opening),
          models: thread.agent.models.map((model) => this.model(model)),
        },
      }),
    };
  }

  chat({ traceId, messages }: ChatTurn): ChatTurn {
    return { traceId: this.id("trace", traceId), messages: messages.map((message) => this.#message(message)) };
  }

  #message(message: ChatMessage): ChatMessage {
    const { spanId, failure } = message;
    const head = { spanId: spanId && this.id("call", spanId), failure: failure && this.text(failure) };
    const hidden = (value: Json) => (isEmpty(value) ? null : this.text(JSON.stringify(value)));
    const said = (text: string) => text && placeholder("message", text);
    switch (message.kind) {
      case "user":
        return { ...message, ...head, text: said(message.text) };
      case "assistant":
        return { ...message, ...head, text: said(message.text), reasoning: said(message.reasoning) };
      case "tool":
        return { ...message, ...head, arguments: hidden(message.arguments), result: hidden(message.result) };
      case "agent":
        return { ...message, ...head, instructions: said(message.instructions) };
      case "compaction":
        return { ...message, ...head, summary: said(message.summary) };
      case "other":
        return { ...message, ...head, value: hidden(message.value) };
    }
  }

  /** Who wrote it, and what, but for an emoji. */
  feedback(given: Feedback): Feedback {
    const { kind, target, name, value } = given;
    return {
      ...given,
      target: { ...target, id: this.id(target.kind === "agent_conversation" ? "agent" : "call", target.id) },
      name: name && this.id("id", name),
      value: isList(value) ? value.map((each) => this.#tag(each)) : kind === "reaction" ? value : this.#tag(value),
      conversationId: given.conversationId && this.id("agent", given.conversationId),
      creator: given.creator && this.id("id", given.creator),
      userId: given.userId && this.id("id", given.userId),
    };
  }

  /** An emoji says nothing about anybody. */
  #tag(value: Json): Json {
    return typeof value === "string" && isOneEmoji(value) ? value : this.text(JSON.stringify(value));
  }

  place({ id, conversation, turnId }: CallPlace): CallPlace {
    return {
      id: this.id("call", id),
      conversation: conversation && { ...conversation, id: this.id(conversation.kind, conversation.id) },
      turnId: turnId && this.id("call", turnId),
    };
  }

  /** What a call and an exported call have in common. */
  call(call: Omit<Call, "displayName" | "storedBytes">) {
    return {
      ...this.place(call),
      op: this.op(call.op),
      traceId: this.id("trace", call.traceId),
      usage: call.usage.map((usage) => ({ ...usage, model: this.model(usage.model) })),
      parentId: call.parentId && this.id("call", call.parentId),
      exception: this.exception(call.exception),
    };
  }

  /** Without text from the service. */
  fault(fault: Fault): Fault {
    const project = fault.project === undefined ? undefined : parseProjectId(fault.project);
    const place = {
      ...(fault.project !== undefined && {
        project: project === undefined ? this.text(fault.project) : this.project(project),
      }),
      ...(fault.kind === "redirect" && { origin: null }),
    };
    if (!("detail" in fault) || fault.detail === "") return { ...fault, ...place };
    const detail = typeof fault.detail === "string" ? this.text(fault.detail) : fault.detail;
    if (fault.kind !== "invalidRequest") return { ...fault, ...place, detail };
    const issues = fault.issues.map(({ type, message }) => ({ path: [], type, message: this.text(message) }));
    return { ...fault, ...place, detail, issues };
  }

  reveal(text: string): string {
    return this.#pseudonyms.reveal(text);
  }

  revealProject(project: ProjectId): ProjectId {
    return revealedProject(project, (text) => this.reveal(text));
  }

  /** A query that may have pseudonyms, with the originals. */
  revealQuery<Query extends RevealedQuery>(requested: Query): Query {
    return revealedQuery(requested, (text) => this.reveal(text));
  }
}
