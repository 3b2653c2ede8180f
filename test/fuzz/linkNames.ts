import fc from "fast-check";
import { type ProjectId, parseProjectId } from "../../src/core/query/projectId.ts";
import { anyId } from "../unit/core/links/oddIds.ts";

const projects = fc
  .tuple(anyId, anyId)
  .map(([entity, name]) => parseProjectId(`${entity}/${name}`) ?? ("acme/desk" as const));
/** A project, mostly with odd names. */
export const project: fc.Arbitrary<ProjectId> = fc.oneof(fc.constant<ProjectId>("acme/desk"), projects);
/** An ID or a name as a service may have it. */
export const untrustedName = fc.oneof(anyId, fc.constantFrom("..", ".", "chat", "weave:///x", "*"));
