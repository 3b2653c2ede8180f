import { parseProjectId } from "../session/projectId.ts";
import { refStart } from "./linkStart.ts";
import type { LinkTarget } from "./linkTarget.ts";

/**
 * The target of a ref, `weave:///<entity>/<project>/<kind>/<name>`, ignoring a path into it (wandb/weave
 * `trace/refs.py`): a call or thread by ID, an op or object by `<name>:<version>`. Null for anything else.
 */
export function readWeaveRef(text: string): LinkTarget | null {
  if (!text.startsWith(refStart)) return null;
  const [entity, name, kind, named] = text.slice(refStart.length).split("/").map(decoded);
  const project = parseProjectId(`${entity}/${name}`);
  if (project === undefined || named === undefined || named === "") return null;
  switch (kind) {
    case "call":
      return { kind, project, callId: named };
    case "thread":
      return { kind, project, threadId: named };
    case "op":
    case "object": {
      const colon = named.lastIndexOf(":");
      const version = named.slice(colon + 1);
      return colon < 1 || version === "" ? null : { kind, project, name: named.slice(0, colon), version };
    }
    default:
      return null;
  }
}

/** Older refs contain unencoded names, in which a percent sign is literal. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
