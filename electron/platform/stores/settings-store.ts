import { z } from 'zod';
import { defaultSettings, settingsSchema, type Settings } from '../../../shared/settings.ts';
import { openJsonStore, type JsonStore } from './json-store.ts';

/** `settings.json`: the person's choices. */
export function openSettingsStore(folder: string): JsonStore<Settings> {
  return openJsonStore(folder, 'settings', settingsSchema, defaultSettings);
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
  return openJsonStore(folder, 'view-state', viewStateSchema, noViewState);
}
