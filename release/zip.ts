import { inflateRawSync } from "node:zlib";

/** A file in a ZIP archive: its header in the central directory, its name, and its data as the archive has it. */
export type ZipEntry = { readonly header: Buffer; readonly name: string; readonly data: Buffer };

/** The signatures of its parts. */
export const [localHeader, centralHeader, directoryEnd] = [0x04034b50, 0x02014b50, 0x06054b50];
/** The ways in which an archive has data. */
export const [stored, deflated] = [0, 8];
/** The files of a ZIP archive without comment, encryption and 64-bit sizes, in the order of its directory. */
export function zipEntries(archive: Buffer): readonly ZipEntry[] {
  const end = archive.length - 22;
  if (end < 0 || archive.readUInt32LE(end) !== directoryEnd) throw new Error("The archive has an unexpected end.");
  let at = archive.readUInt32LE(end + 16);
  return Array.from({ length: archive.readUInt16LE(end + 10) }, () => {
    if (archive.readUInt32LE(at) !== centralHeader) throw new Error("The archive's directory is unexpected.");
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
    const header = Buffer.from(archive.subarray(at, nameEnd));
    const from = archive.readUInt32LE(at + 42);
    const start = from + 30 + archive.readUInt16LE(from + 26) + archive.readUInt16LE(from + 28);
    const data = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    return { header, name: header.toString("utf8", 46), data };
  });
}

/** The content of a file in an archive. */
export function contentOf({ header, data }: ZipEntry): Buffer {
  return header.readUInt16LE(10) === stored ? data : inflateRawSync(data);
}

/** The bytes that a file takes in the archive, with its headers. */
export function entryBytes({ header, data }: ZipEntry): number {
  return header.length + 30 + header.length - 46 + data.length;
}
