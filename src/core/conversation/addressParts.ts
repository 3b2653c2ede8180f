import { type ProjectId, parseProjectId } from "../session/projectId.ts";
import { visibleCut } from "../text/visibleText.ts";

/** The parts of a URI that differ between conversations, and between documents, not encoded. */
export interface AddressParts {
  /** For display: it ends in the name of the tab. */
  readonly path: string;
  /** The part that the address is parsed from. */
  readonly query: string;
}

/** The location of an ID: a project is ambiguous without the service. */
export interface AddressPlace {
  /** Base URL of the service, `sample:` for the embedded one. */
  readonly service: string;
  readonly project: ProjectId;
}

/** Untrusted text as one path segment: on one line, and never empty, `..` or several segments. */
export function pathSegment(name: string, longest: number): string {
  const text = visibleCut(name.toWellFormed(), longest).trim().replaceAll("/", "\u2215").replaceAll("\\", "\u2216");
  return /^\.{0,2}$/.test(text) ? `(${text})` : text;
}

/** The query of an address beyond its location; null if it is not one: a URI is untrusted. */
export function readQuery(query: string): { readonly place: AddressPlace; readonly rest: object } | null {
  const json = parsed(query);
  if (typeof json !== "object" || json === null || !("service" in json) || !("project" in json)) return null;
  const { service } = json;
  const project = typeof json.project === "string" ? parseProjectId(json.project) : undefined;
  return typeof service === "string" && project !== undefined ? { place: { service, project }, rest: json } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
