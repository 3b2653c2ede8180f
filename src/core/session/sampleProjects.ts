import type { ProjectId } from "./projectId.ts";

/** The projects of the embedded sample service; the first is the one that opens. */
export const sampleProjects = [
  "northwind/support-assistant",
  "northwind/code-review",
  "fabrikam/rag-playground",
] as const satisfies readonly ProjectId[];
