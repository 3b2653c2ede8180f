import { badRequest } from "../http/requestFailure.ts";

const externalScheme = "weave:///";
const internalScheme = "weave-trace-internal:///";

/** A ref at the beginning of a text, or of a text within JSON, up to its project. */
const externalRef = new RegExp(`(^|")${externalScheme}([^/"\\\\]+/[^/"\\\\]+)/`, "g");
const internalRef = new RegExp(`(^|")${internalScheme}([^/"\\\\]+)/`, "g");

/**
 * The ids that the service keeps in its tables instead of those that its clients know: projects in refs, runs and users.
 * Refs of projects that are not here stay as they are.
 */
export class InternalIds {
  readonly #internal: ReadonlyMap<string, string>;
  readonly #external: ReadonlyMap<string, string>;

  constructor(projects: readonly string[]) {
    const pairs = projects.map((id, index) => [id, base64(`ProjectInternalId:${1000 + index}`)] as const);
    this.#internal = new Map(pairs);
    this.#external = new Map(pairs.map(([id, internal]) => [internal, id]));
  }

  project(id: string): string {
    return this.#internal.get(id) ?? id;
  }

  /** A ref, or JSON with refs, as the tables hold it. */
  toInternal(text: string): string {
    if (!text.includes(externalScheme)) return text;
    return text.replace(externalRef, (ref, before: string, project: string) => {
      const id = this.#internal.get(project);
      return id === undefined ? ref : `${before}${internalScheme}${id}/`;
    });
  }

  /** A ref, or JSON with refs, as clients know it. */
  toExternal(text: string): string {
    if (!text.includes(internalScheme)) return text;
    return text.replace(internalRef, (ref, before: string, id: string) => {
      const project = this.#external.get(id);
      return project === undefined ? ref : `${before}${externalScheme}${project}/`;
    });
  }

  /**
   * A text of a request, in the tables' form where it begins as a ref does. One that names no project and nothing in it,
   * or that is in internal form already, is answered 400.
   */
  requested(text: string): string {
    if (text.startsWith(internalScheme)) throw badRequest("Encountered unexpected internal ref format.");
    if (!text.startsWith(externalScheme)) return text;
    if (text.slice(externalScheme.length).split("/").length < 3) throw badRequest(`Invalid URI: ${text}`);
    return this.toInternal(text);
  }
}

export function internalUser(user: string): string {
  return base64(user);
}

export function externalUser(user: string): string {
  return Buffer.from(user, "base64").toString();
}

/** Runs are qualified with their project on both sides. */
export function internalRun(run: string): string {
  return `${base64(run)}:${run}`;
}

export function externalRun(run: string): string {
  return run.slice(run.indexOf(":") + 1);
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
