import type { CallService } from "./calls/callService.ts";
import type { ProjectId } from "./session/projectId.ts";
import type { ThreadService } from "./threadService.ts";

/** A service and a project in it. */
export interface ProjectClient {
  readonly service: ThreadService & CallService;
  readonly project: ProjectId;
}
