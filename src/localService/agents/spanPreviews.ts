import type { CallDatabase, Row } from "../query/database.ts";
import { rowsOf, sql } from "../query/sql.ts";

export interface Previews {
  readonly first_message: object | null;
  readonly last_message: object | null;
}

/** What a conversation opens and ends with, of spans that carry its ID themselves. */
export function previewsOf(
  database: CallDatabase,
  projectKey: number,
  rows: readonly Row[],
): ReadonlyMap<string, Previews> {
  const ids = rows.map(({ key_0 }) => key_0);
  const texts = database.rows(sql`
    SELECT own_conversation_id AS id, user_text, output_text FROM spans
    WHERE project = ${projectKey} AND own_conversation_id IN ${rowsOf(ids)} AND own_conversation_id <> ''
    ORDER BY started_at`);
  const found = new Map<string, Previews>();
  for (const { id, user_text, output_text } of texts) {
    const { first_message, last_message } = found.get(String(id)) ?? { first_message: null, last_message: null };
    found.set(String(id), {
      first_message: first_message ?? previewOf("user_message", user_text),
      last_message: previewOf("assistant_message", output_text) ?? last_message,
    });
  }
  return found;
}

const longestPreview = 280;

function previewOf(role: string, value: Row[string] | undefined): object | null {
  const text = String(value ?? "");
  if (text === "") return null;
  return { role, text: text.length > longestPreview ? `${text.slice(0, longestPreview)}…` : text };
}
