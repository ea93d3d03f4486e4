/** Compressed bytes that any reader of the format takes. gzip is real; the others keep bytes as they are. */
import { gzipSync } from 'node:zlib';
import { varint } from './thrift.js';

export type Codec = 'UNCOMPRESSED' | 'SNAPPY' | 'GZIP' | 'ZSTD';

/** As Parquet numbers them. */
export const CODECS: Readonly<Record<Codec, number>> = {
  UNCOMPRESSED: 0,
  SNAPPY: 1,
  GZIP: 2,
  ZSTD: 6,
};

const le = (value: number, size: number) =>
  Array.from({ length: size }, (_, k) => (value >>> (8 * k)) & 255);

export function compressed(bytes: readonly number[], codec: Codec): number[] {
  const { length } = bytes;
  switch (codec) {
    case 'UNCOMPRESSED':
      return [...bytes];
    case 'GZIP':
      return [...gzipSync(Uint8Array.from(bytes))];
    case 'SNAPPY': {
      // One literal whose length takes two bytes.
      return length === 0 ? [0] : [...varint(length), 61 << 2, ...le(length - 1, 2), ...bytes];
    }
    case 'ZSTD':
      // A frame of a single segment with its size, and in it one raw block, the last.
      return [
        0x28,
        0xb5,
        0x2f,
        0xfd,
        0xa0,
        ...le(length, 4),
        ...le((length << 3) | 1, 3),
        ...bytes,
      ];
  }
}
