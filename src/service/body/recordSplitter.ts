/**
 * Takes the JSON text of one record. `line` counts from 1, blank lines included; null inside an array. `terminated` is
 * false for a last line without its line end: it may be only the beginning of a record.
 */
export type TakeRecord = (text: string, line: number | null, terminated: boolean) => void;

/** Takes the bytes of a body in any pieces. Throws `BrokenBody`, after the records that came before. */
export interface RecordSplitter {
  write(bytes: Buffer): void;
  end(): void;
}
