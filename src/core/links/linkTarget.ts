import type { ProjectId } from "../session/projectId.ts";

/** The target of a Weave link: a page of the web app, or a ref. */
export type LinkTarget =
  | { readonly kind: "project" | "threads"; readonly project: ProjectId }
  | { readonly kind: "thread"; readonly project: ProjectId; readonly threadId: string }
  | { readonly kind: "call"; readonly project: ProjectId; readonly callId: string }
  /** `version` is a digest, or `*` for any version. */
  | { readonly kind: "op"; readonly project: ProjectId; readonly name: string; readonly version: string }
  | { readonly kind: "object"; readonly project: ProjectId; readonly name: string; readonly version: string };
