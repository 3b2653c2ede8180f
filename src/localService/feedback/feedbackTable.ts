/** Times are microseconds since the epoch; payload and the rest of a row are JSON with internal refs. */
export const feedbackTable = `
  CREATE TABLE feedback (project INTEGER NOT NULL, id TEXT NOT NULL, ref TEXT NOT NULL, type TEXT NOT NULL,
    creator TEXT, created_at INTEGER NOT NULL, payload TEXT NOT NULL, PRIMARY KEY (project, id)) STRICT, WITHOUT ROWID;`;

export const feedbackRest = "ALTER TABLE feedback ADD COLUMN rest TEXT NOT NULL DEFAULT '{}'";
