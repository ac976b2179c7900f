import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

vi.stubGlobal('window', { api: { onChanges: () => () => undefined } });
const { openSetting, settingsPages, useSettingsPlace } = await import('../../../../../renderer/parts/settings/settings-place.ts');
const { useView } = await import('../../../../../renderer/stores/windows/view-store.ts');

const rows: readonly string[] = settingsPages.flatMap(({ sections }) => sections.flatMap((section) => [...section.rows]));

test('the list has every row of the settings, and no other', () => {
  const folder = join(import.meta.dirname, '../../../../../renderer/rooms/settings');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const sources = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  const shown = [...sources.matchAll(/<(?:NumberRow words="|Row (?:wide )?name=\{say\(')([\w.-]+)/g)].map(([, key = '']) => key);
  expect(shown.length).toBeGreaterThan(10);
  expect(rows.toSorted()).toEqual(shown.toSorted());
});

test('a setting is opened on its page, and waits there to be shown', () => {
  openSetting('mirror', 'settings.mirror.run');
  expect(useSettingsPlace.getState()).toEqual({ page: 'library', asked: { section: 'mirror', row: 'settings.mirror.run' }, search: '' });
  expect(useView.getState().route).toBe('settings');
});
