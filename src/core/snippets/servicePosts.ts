import type { CallQuery } from "../counts/callQuery.ts";
import type { CountFileReading } from "../counts/countFile.ts";
import type { ThreadQuery } from "../threads/threadQuery.ts";

/** What the client posts, besides its headers. */
export interface ServicePost {
  /** Below the service's address. */
  readonly path: string;
  /** Has the same JSON as what is sent. */
  readonly body: object;
}

/** How the client asks. Each throws a `ServiceError` with an `invalidRequest` for a query that the service would refuse. */
export interface ServicePosts {
  threadsPost(query: ThreadQuery): ServicePost;
  callStatsPost(query: CallQuery): ServicePost;
  readCountFile(body: unknown): CountFileReading;
}
