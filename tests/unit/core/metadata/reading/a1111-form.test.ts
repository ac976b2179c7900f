import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exifSegment, jpeg, metadataOf, tiff, userComment, utf16be } from './build-files.ts';

describe('the form of Automatic1111', () => {
  const comment = async (name: string, bytes: Buffer): Promise<string | null> => (await metadataOf('jpeg', jpeg([exifSegment(tiff([], [userComment(name, bytes)]))]))).prompt;
  const words = fc.array(fc.stringMatching(/^[a-z]{2,5}[à-öø-ÿ]?[a-z]$/), { minLength: 2, maxLength: 9 }).map((some) => some.join(' '));
  const han = fc.array(fc.integer({ min: 0x4e00, max: 0x9fa5 }), { minLength: 2, maxLength: 20 }).map((codes) => String.fromCharCode(...codes));

  it('reads words of Europe and China exactly, whichever of the two encodings the name UNICODE stands for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(words, han), async (written) => {
        // Two letters or signs of ASCII in each character, by chance.
        fc.pre(!/^[\n\t -~]+$/.test(utf16be(written).toString('latin1')));
        expect(await comment('UNICODE', Buffer.from(written))).toBe(written);
        expect(await comment('UNICODE', utf16be(written))).toBe(written);
        expect(await comment('UNICODE', Buffer.from(`\uFEFF${written}`, 'utf16le'))).toBe(written);
        expect(await comment('ASCII', Buffer.from(written))).toBe(written);
        expect(await comment('', Buffer.from(written))).toBe(written);
      }),
      { numRuns: 300 },
    );
  });
});
