import { IntlMessageFormat } from 'intl-messageformat';
import { expect, it } from 'vitest';
import { command } from '../../../../shared/words/en/command.en.ts';

it.each(Object.entries(command))('%s is a message', (_key, words) => {
  expect(() => new IntlMessageFormat(words, 'en')).not.toThrow();
});
