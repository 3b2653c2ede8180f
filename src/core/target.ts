import type { CallService } from "./calls/callService.ts";
import type { ProjectId } from "./session/projectId.ts";
import type { ThreadService } from "./threadService.ts";

/** Whom to ask, and about which project. */
export interface Target {
  readonly service: ThreadService & CallService;
  readonly project: ProjectId;
}
