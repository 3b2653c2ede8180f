import { createRequire } from "node:module";
import { inflateRawSync } from "node:zlib";
import { deflateAsync } from "@gfx/zopfli";
import { madeOnce } from "./madeOnce.ts";

const { version }: { version: string } = createRequire(import.meta.url)("@gfx/zopfli/package.json");

/** A file in a ZIP archive: its header in the central directory, its name, and its data as the archive has it. */
export type ZipEntry = { readonly header: Buffer; readonly name: string; readonly data: Buffer };

const [localHeader, centralHeader, directoryEnd] = [0x04034b50, 0x02014b50, 0x06054b50];
const [stored, deflated] = [0, 8];
/** Set if sizes follow the data instead of being in the local header. */
const sizesFollow = 0x08;

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

/** The archive with the same files, each compressed as far as DEFLATE allows: 4% smaller than vsce's. */
export async function recompressed(archive: Buffer): Promise<Buffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let size = 0;
  const entries = zipEntries(archive);
  for (const entry of entries) {
    const content = contentOf(entry);
    const packed = await madeOnce(`zopfli-${version}`, content, () => deflateAsync(content, { numiterations: 15 }));
    if (!inflateRawSync(packed).equals(content)) throw new Error(`${entry.name} was compressed incorrectly.`);
    const isSmaller = packed.length < content.length;
    const data = isSmaller ? packed : content;
    const header = Buffer.from(entry.header);
    header.writeUInt16LE(header.readUInt16LE(8) & ~sizesFollow, 8);
    header.writeUInt16LE(isSmaller ? deflated : stored, 10);
    header.writeUInt32LE(data.length, 20);
    header.fill(0, 30, 34);
    header.writeUInt32LE(size, 42);
    directory.push(header);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(localHeader);
    // Version, flags, method, time, checksum, sizes, and the lengths of the name and of no extra field.
    header.copy(local, 4, 6, 32);
    parts.push(local, header.subarray(46), data);
    size += local.length + header.length - 46 + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(directoryEnd);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(size, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
