import { expect, test, vi } from 'vitest';
import { FakeMain } from '../../fake-main.ts';
import { wordsFor } from '../../../../../shared/words/index.ts';

new FakeMain().install();
vi.stubGlobal('document', { addEventListener: () => undefined });
const { referenceInWords } = await import('../../../../../renderer/parts/facts/reference-picture.tsx');

const say = wordsFor('en');
const removing = (reference: Parameters<typeof referenceInWords>[1]): string => say('references.remove', referenceInWords(say, reference));
const sha256 = 'a'.repeat(64);

test('a reference picture is named in a sentence, and one without a name is “the picture”', () => {
  expect(removing({ kind: 'file', sha256, type: 'png', bytes: 9, name: 'owl.png' })).toBe('Remove owl.png');
  expect(removing({ kind: 'file', sha256, type: 'png', bytes: 9, name: '' })).toBe('Remove the picture');
  expect(removing({ kind: 'address', url: 'https://a.example/owl.png' })).toBe('Remove a.example/owl.png');
});
