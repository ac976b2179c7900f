import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

vi.stubGlobal('window', { api: {}, addEventListener: () => undefined });
vi.stubGlobal('document', { addEventListener: () => undefined });
const { commands } = await import('../../../../renderer/commands/registry.ts');

/** The letters that a command has, alone or with Shift. */
function lettersWith(shifted: boolean): string[] {
  const chords = Object.values(commands).flatMap(({ keys }) => Object.values(keys ?? {}).flat());
  const letters = chords.filter(({ key, mod, alt, shift = false }) => /^[a-z]$/.test(key) && !mod && !alt && shift === shifted).map(({ key }) => key.toUpperCase());
  return [...new Set(letters)].sort();
}

test('the table of keys in the guide has every letter that does something, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/guide/keys.md'), 'utf8');
  const rows = [...page.matchAll(/^\| ([A-Z])(?: \*)? \|(.*)\|(.*)\|$/gm)].map(([, letter = '', alone = '', withShift = '']) => ({ letter, alone: alone.trim(), withShift: withShift.trim() }));
  expect(rows.filter(({ alone }) => alone !== '').map(({ letter }) => letter)).toEqual(lettersWith(false));
  expect(rows.filter(({ withShift }) => withShift !== '').map(({ letter }) => letter)).toEqual(lettersWith(true));
});
