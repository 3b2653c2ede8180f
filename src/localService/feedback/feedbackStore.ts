import { randomUUID } from "node:crypto";
import { isObject, type Json, jsonIn } from "../../core/text/json.ts";
import { RequestFailure } from "../http/requestFailure.ts";
import type { CallDatabase, Row } from "../query/database.ts";
import { formatDatetime } from "../query/datetime.ts";
import { rowsOf, sql } from "../query/sql.ts";
import {
  type FeedbackBody,
  type FeedbackQueryBody,
  feedbackProblem,
  type PurgeBody,
  restOf,
  storedPayload,
} from "./feedbackBody.ts";
import {
  columnOf,
  compareFeedback,
  type FeedbackRow,
  matchesFeedback,
  requireColumn,
  requiredTexts,
} from "./feedbackQuery.ts";

/** The user of everything that a client writes. */
const ownUser = "local";

/** Stores a reaction, note, annotation or score. Responds with 400 for one that the service refuses. */
export function storeFeedback(database: CallDatabase, project: number, body: FeedbackBody): object {
  const problem = feedbackProblem(body);
  if (problem !== null) throw new RequestFailure(400, { reason: problem });
  const [id, created, payload] = [body.id ?? randomUUID(), Date.now() * 1000, storedPayload(body)];
  putFeedback(database, project, { ...body, id, payload, wb_user_id: ownUser }, created);
  return { id, created_at: formatDatetime(created), wb_user_id: ownUser, payload };
}

/** Stores a row as it is, with its time in microseconds since the epoch. */
export function putFeedback(database: CallDatabase, project: number, body: FeedbackBody, created: number): void {
  const [ref, payload, rest] = [body.weave_ref, JSON.stringify(body.payload), JSON.stringify(restOf(body))].map(
    (text) => database.ids.toInternal(text),
  );
  database.change(sql`INSERT OR REPLACE INTO feedback (project, id, ref, type, creator, created_at, payload, rest)
    VALUES (${project}, ${body.id ?? ""}, ${ref ?? ""}, ${body.feedback_type}, ${body.creator ?? null}, ${created},
      ${payload ?? ""}, ${rest ?? ""})`);
}

/** The matching rows in the requested order, and how many there are. */
export function selectFeedback(database: CallDatabase, project: number, body: FeedbackQueryBody): object {
  const { fields, sort_by: sort, limit, offset } = body;
  fields?.forEach(requireColumn);
  const found = matching(database, project, body);
  if (sort?.length) found.sort(compareFeedback(sort));
  const start = offset ?? 0;
  const page = found.slice(start, limit == null ? undefined : start + limit);
  const result = fields?.length
    ? page.map((row) => Object.fromEntries(fields.map((field) => [field, columnOf(row, field)])))
    : page;
  return { result, total_count: found.length };
}

/** Deletes rows by ID. Responds with 400 for any other condition, as the service does. */
export function purgeFeedback(database: CallDatabase, project: number, body: PurgeBody): object {
  const { $expr: condition } = body.query;
  const either = "$or" in condition ? condition.$or : [condition];
  const ids = either.map((each) => ("$eq" in each ? (requiredTexts(each, "id") ?? []) : []));
  if (ids.length === 0 || ids.some(({ length }) => length !== 1))
    throw new RequestFailure(400, { reason: "Can only purge feedback by specifying one or more feedback ids" });
  database.change(sql`DELETE FROM feedback WHERE project = ${project} AND id IN ${rowsOf(ids.flat())}`);
  return {};
}

function matching(database: CallDatabase, project: number, { project_id, query }: FeedbackQueryBody): FeedbackRow[] {
  const refs = query ? requiredTexts(query.$expr, "weave_ref") : null;
  const among = refs && sql`AND ref IN ${rowsOf(refs.map((ref) => database.ids.toInternal(ref)))}`;
  const rows = database.rows(
    sql`SELECT * FROM feedback WHERE project = ${project} ${among ?? sql``} ORDER BY created_at, id`,
  );
  const sent = [...rows].map((row) => rowOf(row, project_id, (text) => database.ids.toExternal(text)));
  return query ? sent.filter((row) => matchesFeedback(row, query.$expr)) : sent;
}

function rowOf(row: Row, project: string, external: (text: string) => string): FeedbackRow {
  const [payload = null, rest = null] = [row.payload, row.rest].map(
    (text): Json => jsonIn(external(String(text))) ?? null,
  );
  return {
    ...{ id: String(row.id), project_id: project, weave_ref: external(String(row.ref)) },
    ...{
      creator: row.creator === null ? null : String(row.creator),
      created_at: formatDatetime(Number(row.created_at)),
    },
    ...{ feedback_type: String(row.type), payload },
    ...{ wb_user_id: "", ...(isObject(rest) && rest) },
  };
}
