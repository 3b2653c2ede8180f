/**
 * undici's main entry installs a global dispatcher for the whole process, which other extensions share. These
 * files of it do not; their types are those of the public names.
 */
declare module "undici/lib/dispatcher/agent.js" {
  import type { Agent } from "undici";

  const agent: typeof Agent;
  export = agent;
}

declare module "undici/lib/dispatcher/pool.js" {
  import type { Pool } from "undici";

  const pool: typeof Pool;
  export = pool;
}

declare module "undici/lib/core/connect.js" {
  import type { Socket } from "node:net";
  import type { buildConnector } from "undici";

  const connect: (
    options: buildConnector.BuildOptions,
  ) => (options: buildConnector.Options, callback: buildConnector.Callback) => Socket;
  export = connect;
}
