import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { LastTest } from '../../../shared/account.ts';
import { defaultSettings, settingsSchema, type Settings } from '../../../shared/settings.ts';
import { openJsonStore, saveWhole, type OpenedStore, type Save } from './json-store.ts';

/** A relative path would mean another folder at each start. */
const folderPath = z.string().refine((folder) => path.isAbsolute(folder) && !folder.includes('\0'));

const storedSettings = settingsSchema.extend({ libraryFolder: folderPath.nullable() });

/**
 * `settings.json`: the person's choices. If one cannot be read, what is used instead costs nothing: the queue is held, every submission asks, and the
 * library stays where `knownLibrary` says that it was (see ViewState).
 */
export function openSettingsStore(folder: string, knownLibrary: string | null = null, save: Save = saveWhole): OpenedStore<Settings> {
  return openJsonStore(folder, 'settings', {
    schema: storedSettings,
    usual: defaultSettings,
    inDoubt: { libraryFolder: knownLibrary, queueStopped: true, askAbove: 0, confirmedAccounts: [] },
    // A folder other than the usual one is known only from the settings.
    mustExist: knownLibrary !== null,
    // Nothing is sent until the person has seen where pictures go, and by which way prompts leave.
    adjust: (settings, lost) => (lost.includes('libraryFolder') || lost.includes('proxy') ? { ...settings, queueStopped: true } : settings),
    save,
  });
}

const httpStatus = z.int();
const seen = z.union([
  z.object({ kind: z.enum(['web-page', 'between', 'trouble', 'other']) }),
  z.object({ kind: z.literal('redirect'), location: z.string().nullable(), base: z.string().nullable() }),
]);
const lastTest = z.object({
  test: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('accepted') }),
    z.object({ outcome: z.literal('key-refused'), httpStatus, detail: z.string().exactOptional() }),
    z.object({ outcome: z.literal('unreachable'), detail: z.string() }),
    z.object({ outcome: z.literal('unclear'), httpStatus, detail: z.string(), seen }),
  ]),
  at: z.number(),
}) satisfies z.ZodType<LastTest>;

const viewStateSchema = z.object({
  selectedAccountId: z.uuid().nullable(),
  environmentKeyDeclined: z.boolean(),
  /** By account. */
  lastTests: z.record(z.uuid(), lastTest),
  /** Earlier library folders, latest first. Their pictures stay there and are still shown. */
  formerLibraryFolders: z.array(z.string()),
  /** `libraryFolder` of the settings, in case these are lost. */
  libraryFolder: folderPath.nullable(),
  /** The version that used the profile last. Null: none did. */
  ran: z.string().max(100).nullable(),
  news: z.object({ version: z.string().max(100), isTold: z.boolean() }).nullable(),
  window: z.object({
    bounds: z.object({ x: z.int(), y: z.int(), width: z.int().min(1), height: z.int().min(1) }).nullable(),
    maximized: z.boolean(),
  }),
});

export type ViewState = z.infer<typeof viewStateSchema>;

const noViewState: ViewState = { selectedAccountId: null, environmentKeyDeclined: false, lastTests: {}, formerLibraryFolders: [], libraryFolder: null, ran: null, news: null, window: { bounds: null, maximized: false } };

/** `view-state.json`: the version that ran last, the window's place, the selected account, what the last tests of accounts said, and where pictures are. */
export function openViewStateStore(folder: string, save: Save = saveWhole): OpenedStore<ViewState> {
  // Only the first release did not note itself.
  const usual = existsSync(path.join(folder, 'view-state.json')) ? { ...noViewState, ran: '1.0.0' } : noViewState;
  return openJsonStore(folder, 'view-state', { schema: viewStateSchema, usual, save });
}
