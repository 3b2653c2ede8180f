import { createRequire } from "node:module";
import { crc32, inflateRawSync } from "node:zlib";
import { deflateAsync } from "@gfx/zopfli";
import { madeOnce } from "./madeOnce.ts";
import { contentOf, deflated, directoryEnd, localHeader, stored, zipEntries } from "./zip.ts";

const { version }: { version: string } = createRequire(import.meta.url)("@gfx/zopfli/package.json");

/** Set if sizes follow the data instead of being in the local header. */
const sizesFollow = 0x08;

/**
 * The archive with the same files, each compressed as far as DEFLATE allows: 4% smaller than vsce's. `shorten` may
 * replace what is in a file.
 */
export async function recompressed(
  archive: Buffer,
  shorten: (name: string, content: Buffer) => Buffer = (_, content) => content,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let size = 0;
  const entries = zipEntries(archive);
  for (const entry of entries) {
    const content = shorten(entry.name, contentOf(entry));
    const packed = await madeOnce(`zopfli-${version}`, content, () => deflateAsync(content, { numiterations: 15 }));
    if (!inflateRawSync(packed).equals(content)) throw new Error(`${entry.name} was compressed incorrectly.`);
    const isSmaller = packed.length < content.length;
    const data = isSmaller ? packed : content;
    const header = Buffer.from(entry.header);
    header.writeUInt16LE(header.readUInt16LE(8) & ~sizesFollow, 8);
    header.writeUInt16LE(isSmaller ? deflated : stored, 10);
    header.writeUInt32LE(crc32(content), 16);
    header.writeUInt32LE(data.length, 20);
    header.writeUInt32LE(content.length, 24);
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
