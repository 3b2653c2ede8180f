import type { CallQuery } from "../counts/callQuery.ts";
import type { CountFileReading } from "../counts/countFile.ts";
import type { ThreadQuery } from "../threads/threadQuery.ts";

/** A POST request of the client, without headers. */
export interface ServicePost {
  /** Relative to the service URL. */
  readonly path: string;
  /** Serializes to the JSON that is sent. */
  readonly body: object;
}

/** Builds requests. Each throws a `ServiceError` with an `invalidRequest` for a query that the service would reject. */
export interface ServicePosts {
  threadsPost(query: ThreadQuery): ServicePost;
  callStatsPost(query: CallQuery): ServicePost;
  readCountFile(body: unknown): CountFileReading;
}
