import { describe, expect, test } from 'vitest';
import { combinations, fieldValues, matrixOf, matrixRecipe, withValues, written } from '../../../../shared/request/compose-matrix.ts';
import { completed, picked, removed, simplified, toggled, typed, valuesOf } from '../../../../shared/request/several-values.ts';
import { defaultSettings, settingsSchema, type ComposeChoices } from '../../../../shared/settings.ts';

const one: ComposeChoices = { model: 'm', size: '1024x1024', quality: 'low' };

describe('a field that takes several values', () => {
  const single = { chips: [], text: 'a' };
  const both = { chips: ['a', 'b'], text: '' };

  test('with one value it is plain text, which typing and a suggestion replace', () => {
    expect(typed(single, 'b')).toEqual({ chips: [], text: 'b' });
    expect(picked(single, 'b')).toEqual({ chips: [], text: 'b' });
    expect(simplified(single)).toEqual(single);
  });

  test('a comma ends a value, also in pasted text', () => {
    expect(completed(single)).toEqual({ chips: ['a'], text: '' });
    expect(typed({ chips: ['a'], text: '' }, ' b, c ,,a, d')).toEqual({ chips: ['a', 'b', 'c'], text: 'd' });
    expect(typed(single, ',')).toEqual({ chips: [], text: '' });
  });

  test('leaving the field makes all values chips, and a single one text again', () => {
    expect(simplified({ chips: ['a'], text: ' b ' })).toEqual(both);
    expect(simplified({ chips: ['a'], text: 'a' })).toEqual({ chips: [], text: 'a' });
    expect(simplified({ chips: ['a'], text: '' })).toEqual(single);
  });

  test('the pointer adds a value to the others, and removes any but the last', () => {
    expect(toggled(single, 'b')).toEqual(both);
    expect(toggled({ chips: [], text: '' }, 'b')).toEqual({ chips: [], text: 'b' });
    expect(toggled(both, 'a')).toEqual({ chips: [], text: 'b' });
    expect(toggled(single, 'a')).toEqual(single);
    expect(picked(both, 'c')).toEqual({ chips: ['a', 'b', 'c'], text: '' });
    expect(removed(both, 'b')).toEqual(single);
    expect(valuesOf({ chips: ['a', ' a'], text: 'b' })).toEqual(['a', 'b']);
  });
});

describe('the matrix', () => {
  const wide = withValues(withValues(one, 'model', { chips: ['m', 'n'], text: '' }), 'size', { chips: ['1024x1024'], text: '1536 × 1024' });

  test('is every model in every size and quality; sizes that are written alike are one', () => {
    expect(combinations(wide)).toBe(4);
    expect(matrixOf(wide)).toEqual([
      { model: 'm', size: '1024x1024', quality: 'low' },
      { model: 'm', size: '1536x1024', quality: 'low' },
      { model: 'n', size: '1024x1024', quality: 'low' },
      { model: 'n', size: '1536x1024', quality: 'low' },
    ]);
    expect(matrixOf(withValues(one, 'size', { chips: ['1x1', '1 x 1', '1×1'], text: '' }))).toEqual([{ ...one, size: '1x1' }]);
    expect(matrixRecipe(wide)).toEqual({ models: ['m', 'n'], sizes: ['1024x1024', '1536x1024'], qualities: ['low'] });
  });

  test('a single choice is one request, an empty one too', () => {
    expect(matrixOf(one)).toEqual([one]);
    expect(matrixOf({ model: '', size: ' ', quality: '' })).toEqual([{ model: '', size: '', quality: '' }]);
    expect(written({ model: ' m ', size: '16 : 9', quality: '' })).toEqual({ model: 'm', size: '16:9', quality: '' });
  });

  test('far too many combinations are counted and not made', () => {
    const chips = Array.from({ length: 100 }, (_, index) => `v${index}`);
    const huge = (['model', 'size', 'quality'] as const).reduce<ComposeChoices>((all, field) => withValues(all, field, { chips, text: '' }), one);
    expect(combinations(huge)).toBe(1_000_000);
    expect(matrixOf(huge)).toEqual([]);
  });

  test('is kept in the settings', () => {
    const kept = written(wide);
    expect(fieldValues(kept, 'model')).toEqual({ chips: ['m', 'n'], text: '' });
    const read = settingsSchema.parse(JSON.parse(JSON.stringify({ ...defaultSettings, compose: kept })));
    expect(read.compose).toEqual(kept);
    expect(matrixOf(read.compose)).toEqual(matrixOf(wide));
    expect(withValues(kept, 'model', { chips: [], text: 'm' }).also?.size).toEqual(['1024x1024', '1536x1024']);
  });
});
