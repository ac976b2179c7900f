import { z } from 'zod';
import { proxySettingSchema } from './proxy.ts';

/** How many pictures one submission may ask for. */
export const countLimits = { min: 1, max: 100 } as const;

/** Older files carry a count here; it is dropped when they are read. */
const composeChoices = z.object({
  model: z.string().max(200),
  size: z.string().max(64),
  quality: z.string().max(64),
});

/** The settings a person can change; kept by electron-store as readable JSON. */
export const settingsSchema = z.strictObject({
  /** Absolute path; null: the system's pictures folder, under `Latent`. */
  libraryFolder: z.string().min(1).nullable(),
  /** Minutes of watching after which a task is paused and asked for slowly. */
  watchLimitMinutes: z.int().min(1).max(24 * 60),
  /** POSTs under way at once, per account. */
  concurrentSubmissions: z.int().min(1).max(16),
  theme: z.enum(['system', 'light', 'dark']),
  proxy: proxySettingSchema,
  /** What was used last with any account: where an account that has nothing in `composeByAccount` starts. */
  compose: composeChoices,
  /** What was used last with each account. */
  composeByAccount: z.record(z.uuid(), composeChoices),
  /** "How many" starts with it, and goes back to it after each submission. */
  usualCount: z.int().min(countLimits.min).max(countLimits.max),
  /** A submission of more than this asks first. */
  askAbove: z.int().min(0).max(countLimits.max),
  /** Accounts whose first submission the person has confirmed. */
  confirmedAccounts: z.array(z.uuid()),
  /** Whether the prompt stays in the field after it was sent. */
  keepPrompt: z.boolean(),
});

/** What a submission is made of beside its prompt. */
export type ComposeChoices = z.infer<typeof composeChoices>;
export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = {
  libraryFolder: null,
  watchLimitMinutes: 10,
  concurrentSubmissions: 4,
  theme: 'system',
  proxy: { mode: 'system' },
  compose: { model: '', size: '1024x1024', quality: 'low' },
  composeByAccount: {},
  usualCount: 1,
  askAbove: 4,
  confirmedAccounts: [],
  keepPrompt: true,
};
