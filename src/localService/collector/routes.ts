import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { collectorUsername } from "../../core/session/session.ts";
import * as z from "../../zod.ts";
import { type FeedbackBody, feedbackBatch, feedbackBody, purgeBody } from "../feedback/feedbackBody.ts";
import { purgeFeedback, storeFeedback } from "../feedback/feedbackStore.ts";
import { RequestFailure } from "../http/requestFailure.ts";
import { sendJson } from "../http/response.ts";
import { type OwnRoutes, pathOf } from "../http/server.ts";
import * as calls from "./callWrites.ts";
import { spanRowOf } from "./genAi.ts";
import { graphql } from "./graphql.ts";
import { bytesOf, jsonOf, parsed, protobufIn } from "./ingestBody.ts";
import * as objects from "./objectWrites.ts";
import { type OtlpResource, tracesIn } from "./otlp.ts";
import { type CollectorStore, unknownProject } from "./store.ts";
import { Watchers } from "./watchers.ts";

export interface CollectorRoutesParts {
  readonly store: CollectorStore;
  /** 40 hexadecimal digits. */
  readonly key: string;
  /** Called after writes that are committed. */
  readonly onWrite: () => void;
  /** Traces that were deleted since the start, to keep within the limits. */
  readonly purged: () => number;
  readonly onUnsupported: (path: string) => void;
  readonly onStop: () => void;
}

type Write = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const page = `<!doctype html><meta charset="utf-8"><title>Weave Threads</title>
<p>This is the local collector of the VS Code extension Threads for W&amp;B Weave. Open links from the terminal in VS Code.`;

/** What programs send to the collector, and what they ask back. */
export function collectorRoutes(parts: CollectorRoutesParts): OwnRoutes {
  const { store, key, onUnsupported } = parts;
  const watchers = new Watchers(() => ({ projects: store.calls.projects, size: store.size, purged: parts.purged() }));
  const onWrite = () => {
    parts.onWrite();
    watchers.changed();
  };
  /** Writes are committed together before the answer. */
  const write =
    <Body>(schema: z.ZodType<Body>, run: (body: Body) => unknown): Write =>
    async (request, response) => {
      const body = await jsonOf(request, schema);
      const answer = store.transaction(() => run(body));
      onWrite();
      sendJson(response, 200, typeof answer === "object" && answer !== null ? answer : {});
    };
  const read =
    <Body>(schema: z.ZodType<Body>, run: (body: Body) => object): Write =>
    async (request, response) =>
      sendJson(response, 200, run(await jsonOf(request, schema)));

  const takeSpans: Write = async (request, response) => {
    const isJson = /json/.test(request.headers["content-type"] ?? "");
    const bytes = await bytesOf(request);
    const resources = isJson ? tracesIn(parsed(bytes)) : protobufIn(bytes);
    const header = request.headers.project_id;
    const given = typeof header === "string" && header.includes("/") ? header : null;
    store.transaction(() => {
      for (const resource of resources)
        store.putSpans(
          store.calls.addProject(given ?? projectOf(resource)),
          resource.spans.filter(({ traceId, spanId }) => traceId !== "" && spanId !== "").map(spanRowOf),
        );
    });
    onWrite();
    if (isJson) return sendJson(response, 200, {});
    response.writeHead(200, { "content-type": "application/x-protobuf" });
    response.end();
  };
  const drop: Write = async (request, response) => {
    await bytesOf(request);
    sendJson(response, 200, {});
  };

  const writes: ReadonlyMap<string, Write> = new Map<string, Write>([
    ["/call/start", write(calls.startBody, ({ start }) => calls.startCall(store, start))],
    ["/call/end", write(calls.endBody, ({ end }) => calls.endCall(store, end))],
    ["/call/upsert_batch", write(calls.upsertBody, ({ batch }) => ({ res: batch.map(upsert) }))],
    ["/calls/complete", write(calls.completeBody, ({ batch }) => calls.putCalls(store, batch))],
    ["/call/update", write(calls.updateBody, (body) => calls.renameCall(store, body))],
    ["/calls/delete", write(calls.deleteBody, (body) => ({ num_deleted: calls.deleteCalls(store, body) }))],
    ["/obj/create", write(objects.objectBody, (body) => objects.putObject(store, body))],
    ["/obj/read", read(objects.objectQuery, (body) => objects.readObject(store, body))],
    ["/objs/query", read(objects.objectsQuery, (body) => objects.queryObjects(store, body))],
    ["/refs/read_batch", read(objects.refsBody, (body) => objects.readRefs(store, body))],
    ["/table/create", write(objects.tableBody, (body) => objects.putTable(store, body))],
    ["/table/create_from_digests", write(objects.rowsBody, (body) => objects.putRows(store, body))],
    ["/table/query", read(objects.tableQuery, (body) => objects.queryTable(store, body))],
    ["/feedback/create", write(feedbackBody, putFeedback)],
    ["/feedback/batch/create", write(feedbackBatch, ({ batch }) => ({ res: batch.map(putFeedback) }))],
    ["/feedback/purge", write(purgeBody, (body) => purgeFeedback(store.calls, store.projectOf(body.project_id), body))],
    ["/cost/query", read(z.object({}), () => ({ results: [] }))],
    [
      "/file/create",
      async (request, response) => {
        const type = request.headers["content-type"] ?? "";
        const bytes = new Uint8Array(await bytesOf(request));
        const form = await new Response(bytes, { headers: { "content-type": type } }).formData().catch(() => {
          throw new RequestFailure(400, { reason: "The body is not a valid form" });
        });
        sendJson(response, 200, await objects.putFile(store, form));
        onWrite();
      },
    ],
    [
      "/file/content",
      async (request, response) => {
        const content = objects.readFile(store, await jsonOf(request, objects.fileQuery));
        response.writeHead(200, { "content-type": "application/octet-stream" });
        response.end(content);
      },
    ],
    ["/graphql", write(z.unknown(), (body) => graphql(store, body))],
    ["/otel/v1/traces", takeSpans],
    [
      "/collector/clear",
      async (request, response) => {
        await bytesOf(request);
        store.transaction(() => store.clear());
        store.shrink();
        onWrite();
        sendJson(response, 200, {});
      },
    ],
    [
      "/collector/stop",
      async (request, response) => {
        await bytesOf(request);
        watchers.stop();
        sendJson(response, 200, {});
        response.once("close", parts.onStop);
      },
    ],
    ["/collector/watch", async (_, response) => watchers.add(response)],
    ["/v1/logs", drop],
    ["/v1/metrics", drop],
  ]);

  function putFeedback(body: FeedbackBody): object {
    return storeFeedback(store.calls, store.calls.addProject(body.project_id), body);
  }

  function upsert(item: z.infer<typeof calls.upsertBody>["batch"][number]): object {
    if (item.mode === "start") return calls.startCall(store, item.req.start);
    calls.endCall(store, item.req.end);
    return {};
  }

  return {
    username: collectorUsername,
    key,
    unknownProject,
    access(request) {
      // A page in a browser must neither write nor read.
      if (request.headers.origin !== undefined)
        throw new RequestFailure(403, { reason: "Requests of web pages are refused" });
      const sent = pathOf(request);
      const isKeyed = sent.startsWith(`/${key}/`) && /\/v1\/(?:traces|logs|metrics)$/.test(sent);
      return { path: routeOf(isKeyed ? sent.slice(key.length + 1) : sent), isAuthorized: isKeyed };
    },
    open(path, request, response) {
      if (request.method !== "GET") return false;
      if (path === "/server_info") return false;
      if (path === "/health") {
        const nonce = new URL(request.url ?? "", "http://localhost").searchParams.get("nonce") ?? "";
        sendJson(response, 200, { status: "ok", proof: proofOf(key, nonce) });
        return true;
      }
      response.writeHead(200, {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "default-src 'none'",
      });
      response.end(page);
      return true;
    },
    async write(path, request, response) {
      const found = writes.get(path);
      if (found !== undefined) return await found(request, response);
      onUnsupported(path);
      throw new RequestFailure(404, { detail: `The local collector does not support ${path}` });
    },
  };
}

/** Shows that a listener has the key, without sending it. */
export function proofOf(key: string, nonce: string): string {
  return createHmac("sha256", key).update(nonce).digest("hex");
}

/** The route of a path: clients put their base, the entity and project, or a version before it. */
function routeOf(path: string): string {
  const short = path.replace(/^\/traces(?=\/)/, "").replace(/^\/v2\/[^/]+\/[^/]+(?=\/calls?\/)/, "");
  return short
    .replace(/^\/files(?=\/)/, "/file")
    .replace(/^(?:\/agents)?(?:\/otel)?\/v1\/(traces|logs|metrics)$/, (_, kind: string) =>
      kind === "traces" ? "/otel/v1/traces" : `/v1/${kind}`,
    );
}

/** The project that a program names, else one for its service. */
function projectOf({ attributes }: OtlpResource): string {
  const [entity, project] = [attributes["wandb.entity"], attributes["wandb.project"]];
  if (typeof entity === "string" && typeof project === "string" && entity !== "" && project !== "")
    return `${entity}/${project}`;
  const service = attributes["service.name"];
  const name = typeof service === "string" ? service.replace(/[/\s]+/g, "-").replace(/^-|-$/g, "") : "";
  return `local/${name || "unknown_service"}`;
}
