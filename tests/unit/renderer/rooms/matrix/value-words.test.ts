import { expect, test } from 'vitest';
import { joinedValues } from '../../../../../renderer/rooms/matrix/value-words.ts';
import { wordsFor } from '../../../../../shared/words/index.ts';

test('a long prompt is cut, because a screen reader says it before what is in the cell', () => {
  const said = joinedValues(wordsFor('en'), { model: 'one', prompt: 'a boat '.repeat(100) });
  expect(said).toMatch(/^one.*a boat.*…$/u);
  expect(said.length).toBeLessThan(120);
});
