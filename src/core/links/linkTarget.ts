import type { ProjectId } from "../session/projectId.ts";

/** What a link of Weave points at: a page of the web app, or a ref. */
export type LinkTarget =
  | { readonly kind: "project" | "threads"; readonly project: ProjectId }
  | { readonly kind: "thread"; readonly project: ProjectId; readonly threadId: string }
  | { readonly kind: "call"; readonly project: ProjectId; readonly callId: string }
  /** `version` is a digest, or `*` for any. */
  | { readonly kind: "op"; readonly project: ProjectId; readonly name: string; readonly version: string }
  | { readonly kind: "object"; readonly project: ProjectId; readonly name: string; readonly version: string };
