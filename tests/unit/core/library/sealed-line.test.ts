import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readSealed, sealed } from '../../../../electron/core/library/sealed-line.ts';

const schema = z.object({ fox: z.string() });
const line = sealed({ fox: 'red' });
/** A line with the right checksum, whatever its text is. */
const withCheck = (text: string): string => `${text.slice(0, -1)},"check":"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"}`;

it('a line says what was written, as readable JSON', () => {
  expect(readSealed(line, schema)).toEqual({ fox: 'red' });
  expect(JSON.parse(line)).toMatchObject({ latent: 1, fox: 'red' });
  expect(withCheck('{"latent":1,"fox":"red"}')).toBe(line);
});

it.each([
  ['is cut off', line.slice(0, -1)],
  ['was changed', line.replace('red', 'red ')],
  ['has no checksum', '{"latent":1,"fox":"red"}'],
  ['is empty', ''],
  ['says something else', sealed({ owl: 'red' })],
  ['is no JSON', withCheck('{"latent":1,"fox":red}')],
])('a line that %s says nothing', (_, text) => {
  expect(readSealed(text, schema)).toBeNull();
});
