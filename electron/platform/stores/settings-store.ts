import { readFileSync } from 'node:fs';
import path from 'node:path';
import Store from 'electron-store';
import { z } from 'zod';
import { AppFailure } from '../../../shared/errors.ts';
import { defaultSettings, settingsSchema, type Settings } from '../../../shared/settings.ts';
import { placeWholeFileSync } from '../../core/util/whole-file.ts';
import { openJsonStore, type JsonStore } from './json-store.ts';

/** `settings.json`: the person's choices. */
export function openSettingsStore(folder: string): JsonStore<Settings> {
  return openJsonStore(folder, 'settings', settingsSchema, defaultSettings, saveWithElectronStore);
}

const viewStateSchema = z.strictObject({
  selectedAccountId: z.uuid().nullable(),
  environmentKeyDeclined: z.boolean(),
  /** Earlier library folders, latest first. Their pictures stay there and are still shown. */
  formerLibraryFolders: z.array(z.string()),
  window: z.strictObject({
    bounds: z.strictObject({ x: z.int(), y: z.int(), width: z.int().min(1), height: z.int().min(1) }).nullable(),
    maximized: z.boolean(),
  }),
});

export type ViewState = z.infer<typeof viewStateSchema>;

const noViewState: ViewState = { selectedAccountId: null, environmentKeyDeclined: false, formerLibraryFolders: [], window: { bounds: null, maximized: false } };

/** `view-state.json`: the window's place and the selected account. */
export function openViewStateStore(folder: string): JsonStore<ViewState> {
  return openJsonStore(folder, 'view-state', viewStateSchema, noViewState, saveWithElectronStore);
}

/** electron-store does not notice a short write. So it writes the part, which is read again before it replaces the file. */
function saveWithElectronStore(file: string, value: Record<string, unknown>): void {
  const text = JSON.stringify(value, null, '\t');
  placeWholeFileSync(file, (part) => {
    const { dir, name, ext } = path.parse(part);
    new Store<Record<string, unknown>>({ cwd: dir, name, fileExtension: ext.slice(1), configFileMode: 0o600, serialize: () => text }).store = value;
    if (readFileSync(part, 'utf8') !== text) throw new AppFailure('disk-full', file);
  });
}
