import { type ProjectId, parseProjectId } from "../session/projectId.ts";
import { visibleCut } from "../text/visibleText.ts";

/** The parts of a URI that differ between conversations, and between documents, not encoded. */
export interface AddressParts {
  /** For people: it ends in the name of the tab. */
  readonly path: string;
  /** What the address is read from. */
  readonly query: string;
}

/** Where something is that has an id: a project says nothing without the service. */
export interface AddressPlace {
  /** Base address of the service, `sample:` for the embedded one. */
  readonly service: string;
  readonly project: ProjectId;
}

/** Free text as one part of a path: in one line, never blank, a step up or two parts. */
export function pathSegment(name: string, longest: number): string {
  const text = visibleCut(name.toWellFormed(), longest).trim().replaceAll("/", "\u2215").replaceAll("\\", "\u2216");
  return /^\.{0,2}$/.test(text) ? `(${text})` : text;
}

/** What an address's query holds beside the place; null for a query that is none: a URI may come from anywhere. */
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
