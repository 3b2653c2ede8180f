import { badRequest } from "../http/requestFailure.ts";

const externalScheme = "weave:///";
const internalScheme = "weave-trace-internal:///";

/** A ref at the start of a text or of a JSON string, up to its project. */
const externalRef = new RegExp(`(^|")${externalScheme}([^/"\\\\]+/[^/"\\\\]+)/`, "g");
const internalRef = new RegExp(`(^|")${internalScheme}([^/"\\\\]+)/`, "g");

/**
 * Maps public IDs to the internal ones in the tables: projects in refs, runs and users. Refs of unknown projects are
 * unchanged.
 */
export class InternalIds {
  readonly #internal = new Map<string, string>();
  readonly #external = new Map<string, string>();

  /** `key` is the number of the project in rows. */
  add(project: string, key: number): void {
    const internal = base64(`ProjectInternalId:${999 + key}`);
    this.#internal.set(project, internal);
    this.#external.set(internal, project);
  }

  project(id: string): string {
    return this.#internal.get(id) ?? id;
  }

  /** Converts a ref, or JSON with refs, to the internal form. */
  toInternal(text: string): string {
    return text.includes(externalScheme) ? replaced(text, externalRef, this.#internal, internalScheme) : text;
  }

  /** Converts a ref, or JSON with refs, to the public form. */
  toExternal(text: string): string {
    return text.includes(internalScheme) ? replaced(text, internalRef, this.#external, externalScheme) : text;
  }

  /**
   * Converts a ref in a request to the internal form; other texts are unchanged. Responds with 400 for a ref without a
   * project or object, or in internal form.
   */
  requested(text: string): string {
    if (text.startsWith(internalScheme)) throw badRequest("Encountered unexpected internal ref format.");
    if (!text.startsWith(externalScheme)) return text;
    if (text.slice(externalScheme.length).split("/").length < 3) throw badRequest(`Invalid URI: ${text}`);
    return this.toInternal(text);
  }
}

function replaced(text: string, pattern: RegExp, projects: ReadonlyMap<string, string>, scheme: string): string {
  return text.replace(pattern, (ref, before: string, project: string) => {
    const replacement = projects.get(project);
    return replacement === undefined ? ref : `${before}${scheme}${replacement}/`;
  });
}

export function internalUser(user: string): string {
  return base64(user);
}

export function externalUser(user: string): string {
  return Buffer.from(user, "base64").toString();
}

/** Runs include their project in both forms. */
export function internalRun(run: string): string {
  return `${base64(run)}:${run}`;
}

export function externalRun(run: string): string {
  return run.slice(run.indexOf(":") + 1);
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
