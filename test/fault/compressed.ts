import * as zlib from "node:zlib";

/** A content encoding. */
export interface Codec {
  readonly name: string;
  readonly encode: (body: string) => Buffer;
  /** The whole body without its end marker. */
  readonly cut: (body: string) => Buffer;
  /** 100 MB of spaces. */
  readonly bomb: Buffer;
}

const {
  BROTLI_PARAM_QUALITY: quality,
  BROTLI_OPERATION_FLUSH: brotliFlush,
  Z_SYNC_FLUSH: gzipFlush,
  ZSTD_e_flush: zstdFlush,
} = zlib.constants;
const spaces = () => Buffer.alloc(100e6, " ");

/** 100 MB of spaces in 100 kB. */
export const gzipBomb = zlib.gzipSync(spaces());

export const codecs: readonly Codec[] = [
  {
    name: "gzip",
    encode: zlib.gzipSync,
    cut: (body) => zlib.gzipSync(body, { finishFlush: gzipFlush }),
    bomb: gzipBomb,
  },
  {
    name: "br",
    encode: zlib.brotliCompressSync,
    cut: (body) => zlib.brotliCompressSync(body, { finishFlush: brotliFlush }),
    bomb: zlib.brotliCompressSync(spaces(), { params: { [quality]: 2 } }),
  },
  {
    name: "zstd",
    encode: zlib.zstdCompressSync,
    cut: (body) => zlib.zstdCompressSync(body, { finishFlush: zstdFlush }),
    bomb: zlib.zstdCompressSync(spaces()),
  },
];
