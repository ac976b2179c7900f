import { z } from 'zod';
import { assistantBudgetSchema } from './assistant-schema.ts';
import { languageIds } from './words/languages.ts';
import { countLimits } from './input-limits.ts';
import { usualSheet } from './export/contact-sheet-choices.ts';
import { usualExport } from './export/export-choices.ts';
import { mirrorSettingSchema } from './mirror/mirror-setting.ts';
import { exportChoicesSchema, sheetChoicesSchema } from './export/export-schema.ts';
import { proxySettingSchema } from './network/proxy.ts';
import { choiceTexts, requestFields, requestReferences } from './request/request-schema.ts';

/** The most values of one field. */
const mostValues = 100;

const severalTexts = z.object({
  model: z.array(choiceTexts.model).max(mostValues),
  size: z.array(choiceTexts.size).max(mostValues),
  quality: z.array(choiceTexts.quality).max(mostValues),
});

export const composeChoices = z.object({
  ...choiceTexts,
  /** Values besides those above, where a field has several. Absent if none has. */
  also: severalTexts.optional(),
  /** More fields of the request, besides those of the account. */
  fields: requestFields.optional(),
  /** Pictures that every request refers to. */
  references: requestReferences.optional(),
});

/** The settings that a person can change. electron-store keeps them as readable JSON. */
export const settingsSchema = z.strictObject({
  /** Absolute path. Null: the folder `Latent` in the system's pictures folder. */
  libraryFolder: z.string().min(1).nullable(),
  /** Absolute path of the folder of wildcard files. Null: none. */
  wildcardFolder: z.string().min(1).nullable(),
  /** Minutes after which a task is paused and queried slowly. */
  watchLimitMinutes: z.int().min(1).max(24 * 60),
  /** Concurrent POSTs per account. */
  concurrentSubmissions: z.int().min(1).max(16),
  theme: z.enum(['system', 'light', 'dark']),
  /** `system`: the first of the system's languages that Latent speaks. */
  language: z.enum(['system', ...languageIds]),
  proxy: proxySettingSchema,
  /** The last choices with any account. An account without an entry in `composeByAccount` starts with these. */
  compose: composeChoices,
  /** The last choices with each account. */
  composeByAccount: z.record(z.uuid(), composeChoices),
  /** "How many" starts with this number and returns to it after each submission. */
  usualCount: z.int().min(countLimits.min).max(countLimits.max),
  /** A submission of more tasks than this asks first. */
  askAbove: z.int().min(0).max(countLimits.max),
  /** Accounts whose first submission the person has confirmed. */
  confirmedAccounts: z.array(z.uuid()),
  /** What assistants may spend. Null: nothing. */
  assistants: assistantBudgetSchema.nullable(),
  /** Whether the person holds the whole queue: nothing is sent until they resume it. */
  queueStopped: z.boolean(),
  /** Whether the prompt stays in the field after it is sent. */
  keepPrompt: z.boolean(),
  /** Braces and wildcards in prompts are sent as they are, and mean nothing. */
  plainBraces: z.boolean(),
  /** Whether hearts and colour labels are shown before any picture has one. */
  markExtras: z.boolean(),
  /** Whether the system shows what happens while Latent is not in front. */
  notifications: z.boolean(),
  /** Whether Latent looks for updates and installs them by itself. */
  updatesItself: z.boolean(),
  /** The last choices of an export. */
  exports: exportChoicesSchema,
  /** The last choices of a contact sheet. */
  contactSheets: sheetChoicesSchema,
  /** Absolute path of the program that pictures are opened with. Null: none was chosen. */
  openWith: z.string().min(1).nullable(),
  /** The bucket that the library is mirrored to. Null: none. */
  mirror: mirrorSettingSchema.nullable(),
});

/** The choices of a submission besides its prompt. */
export type ComposeChoices = Readonly<z.infer<typeof composeChoices>>;
export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = {
  libraryFolder: null,
  wildcardFolder: null,
  watchLimitMinutes: 10,
  concurrentSubmissions: 4,
  theme: 'system',
  language: 'system',
  proxy: { mode: 'system' },
  compose: { model: '', size: '1024x1024', quality: 'low' },
  composeByAccount: {},
  usualCount: 1,
  askAbove: 4,
  confirmedAccounts: [],
  assistants: null,
  queueStopped: false,
  keepPrompt: true,
  plainBraces: false,
  markExtras: false,
  notifications: true,
  updatesItself: true,
  exports: usualExport,
  openWith: null,
  mirror: null,
  contactSheets: { ...usualSheet, captions: [...usualSheet.captions] },
};
