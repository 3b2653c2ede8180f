import { type CallDocumentName, type CallDocuments, callDocumentNames } from "../calls/call.ts";
import { exceptionSummary } from "../errors/exceptionType.ts";
import type { Fault } from "../failures/fault.ts";
import type { Json } from "../json.ts";
import { type ProjectId, parseProjectId } from "../session/projectId.ts";
import { maskedContent } from "./maskedContent.ts";
import { type Kind, type Pseudonyms, placeholder } from "./pseudonyms.ts";

const ref = /^weave:\/\/\/([^/]+)\/([^/]+)\/([^/]+)\/(.+)$/s;

/** A ref or URL, of any service. */
const address = /^[a-z][a-z+.-]*:\/|^weave:/i;
/** `arn:aws:bedrock:…`, `projects/acme/locations/…`, `accounts/acme/models/…` */
const resource = /^arn:|^(?:projects|accounts)\//;

/** How programs name exceptions; any other word before a colon may be a person's: `JohnDoe: hello`. */
const exceptionName =
  /^(?:[A-Z][A-Za-z0-9]*)?(?:Error|Exception(?:Group)?|Warning|Timeout|Interrupt|Exit|Fault|Failure|Iteration|NotFound|DoesNotExist|Aborted|Cancell?ed|Denied|Exceeded|Exhausted|Refused|Unavailable)$/;

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
    return exceptionName.test(type) ? `${type}: ${text}` : text;
  }

  text(text: string): string {
    return placeholder("text", text);
  }

  /** The documents of a call. */
  documents(documents: CallDocuments["documents"]): CallDocuments["documents"] {
    const masked: Partial<Record<CallDocumentName, Json>> = {};
    for (const name of callDocumentNames) {
      const value = documents[name];
      if (value !== undefined) masked[name] = maskedContent(name, value, this.#pseudonyms);
    }
    return masked;
  }

  /** Without text from the service. */
  fault(fault: Fault): Fault {
    const project = fault.project === undefined ? undefined : parseProjectId(fault.project);
    const place = {
      ...(fault.project !== undefined && {
        project: project === undefined ? this.text(fault.project) : this.project(project),
      }),
      // The service names it.
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
    return parseProjectId(this.reveal(project)) ?? project;
  }
}
