/**
 * undici's main entry installs a global dispatcher for the whole process, which in an editor is other people's. This file
 * of it does not; its type is that of the public class.
 */
declare module "undici/lib/dispatcher/agent.js" {
  import type { Agent } from "undici";

  const agent: typeof Agent;
  export = agent;
}
