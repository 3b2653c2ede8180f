/**
 * Receives the JSON text of one record. `line` counts from 1, blank lines included; null inside an array. `terminated` is
 * false for a last line without its line end: it may be incomplete.
 */
export type TakeRecord = (text: string, line: number | null, terminated: boolean) => void;

/** Receives the bytes of a body in any pieces. Throws `BrokenBody` after the records before it. */
export interface RecordSplitter {
  write(bytes: Buffer): void;
  end(): void;
}
