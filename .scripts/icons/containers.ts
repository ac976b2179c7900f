/** A PNG of a square icon. */
export interface Drawing {
  readonly size: number;
  readonly png: Uint8Array;
}

/** Windows' icon file: a directory of 16 bytes per picture, then the PNGs. */
export function ico(drawings: readonly Drawing[]): Buffer {
  const header = Buffer.alloc(6 + 16 * drawings.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(drawings.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of drawings.entries()) {
    const entry = 6 + 16 * index;
    // 256 is written as 0.
    header.writeUInt8(size % 256, entry);
    header.writeUInt8(size % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...drawings.map(({ png }) => png)]);
}

/** Which sizes macOS looks for under which type: plain ones, and those for screens of double density. */
const icnsTypes: Readonly<Record<number, readonly string[]>> = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};

/** macOS' icon file: chunks of type, length and PNG. */
export function icns(drawings: readonly Drawing[]): Buffer {
  const chunks = drawings.flatMap(({ size, png }) => (icnsTypes[size] ?? []).map((type) => chunk(type, png)));
  return chunk('icns', Buffer.concat(chunks));
}

function chunk(type: string, content: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32BE(8 + content.length, 4);
  return Buffer.concat([header, content]);
}
