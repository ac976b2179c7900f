import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { icns, ico } from '../../../.scripts/icons/containers.ts';

const resources = resolve(import.meta.dirname, '../../../resources');
const pngSignature = '89504e470d0a1a0a';

function png(size: number): Buffer {
  return readFileSync(join(resources, 'icons', `${size}x${size}.png`));
}

describe('icon files', () => {
  test.each(readdirSync(join(resources, 'icons')))('%s is as large as its name says', (name) => {
    const bytes = readFileSync(join(resources, 'icons', name));
    expect(bytes.toString('hex', 0, 8)).toBe(pngSignature);
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}.png`).toBe(name);
  });

  test("that of Windows has its PNGs at the offsets in its directory", () => {
    const drawings = [16, 32, 256].map((size) => ({ size, png: png(size) }));
    const file = ico(drawings);
    expect(file.readUInt16LE(4)).toBe(3);
    for (const [index, drawing] of drawings.entries()) {
      const entry = 6 + 16 * index;
      const [length, offset] = [file.readUInt32LE(entry + 8), file.readUInt32LE(entry + 12)];
      expect(file.readUInt8(entry) || 256).toBe(drawing.size);
      expect(file.subarray(offset, offset + length).equals(drawing.png)).toBe(true);
    }
    expect(readFileSync(join(resources, 'icon.ico')).readUInt16LE(4)).toBe(7);
  });

  test("that of macOS consists of chunks up to its end, each a PNG", () => {
    for (const file of [icns([{ size: 32, png: png(32) }]), readFileSync(join(resources, 'icon.icns'))]) {
      expect(file.toString('latin1', 0, 4)).toBe('icns');
      expect(file.readUInt32BE(4)).toBe(file.length);
      let offset = 8;
      while (offset < file.length) {
        expect(file.toString('hex', offset + 8, offset + 16)).toBe(pngSignature);
        offset += file.readUInt32BE(offset + 4);
      }
      expect(offset).toBe(file.length);
    }
  });
});
