import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32, deflateRawSync } from "node:zlib";
import { recompressed } from "../../../release/recompressed.ts";
import { contentOf, zipEntries } from "../../../release/zip.ts";

/** An archive as vsce writes it: sizes follow the data. */
function archive(files: Readonly<Record<string, Buffer>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let size = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = deflateRawSync(content);
    const central = Buffer.alloc(46 + name.length);
    central.writeUInt32LE(0x02014b50);
    central.writeUInt16LE(8, 8);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(crc32(content), 16);
    central.writeUInt32LE(data.length, 20);
    central.writeUInt32LE(content.length, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(size, 42);
    central.write(name, 46);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50);
    local.writeUInt16LE(name.length, 26);
    const descriptor = Buffer.alloc(16);
    parts.push(local, Buffer.from(name), data, descriptor);
    size += 30 + name.length + data.length + 16;
    directory.push(central);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(size, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

test("a recompressed archive is smaller and has the same files with the same contents and checksums", async () => {
  const files = {
    "text.txt": Buffer.from("one two three four, two three four five. ".repeat(3).repeat(40)),
    "random.bin": Buffer.from(Array.from({ length: 500 }, (_, at) => (at * at * 7919) % 251)),
    "empty.txt": Buffer.alloc(0),
  };
  const before = archive(files);
  const after = await recompressed(before);
  assert.ok(after.length < before.length, `${before.length} to ${after.length}`);
  const entries = zipEntries(after);
  assert.deepEqual(Object.fromEntries(entries.map((entry) => [entry.name, contentOf(entry)])), files);
  for (const { name, header } of entries) {
    assert.equal(header.readUInt32LE(16), crc32(contentOf(entries.find((one) => one.name === name) ?? assert.fail())));
    assert.equal(header.readUInt16LE(8), 0, "sizes are in the local header");
  }
});

test("what is no archive is refused", async () => {
  await assert.rejects(recompressed(Buffer.alloc(100)), /unexpected end/);
  await assert.rejects(recompressed(Buffer.alloc(3)), /unexpected end/);
});
