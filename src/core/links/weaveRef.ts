import { parseProjectId } from "../session/projectId.ts";
import { refStart } from "./linkStart.ts";
import type { LinkTarget } from "./linkTarget.ts";

/**
 * What a ref points at, `weave:///<entity>/<project>/<kind>/<name>`, whatever path into it follows (wandb/weave
 * `trace/refs.py`): a call or a thread by its id, an op or object by `<name>:<version>`. Null for anything else.
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

/** Older refs hold names as they are, in which a percent sign is one. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
