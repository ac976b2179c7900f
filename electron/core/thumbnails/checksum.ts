import * as zlib from 'node:zlib';

/** CRC-32 of bytes, going on from an earlier one. */
export type Checksum = (bytes: Uint8Array, before?: number) => number;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  return value;
});

/** The same in plain code, for a Node that has no `zlib.crc32`. */
export const plainChecksum: Checksum = (bytes, before = 0) => {
  let value = ~before;
  for (const byte of bytes) value = (value >>> 8) ^ (table[(value ^ byte) & 0xff] ?? 0);
  return ~value >>> 0;
};

export const checksum: Checksum = (zlib as { readonly crc32?: Checksum }).crc32 ?? plainChecksum;
