import { z } from 'zod';
import { proxySettingSchema } from './proxy.ts';

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
  /** What the compose bar starts with. */
  compose: z.strictObject({
    model: z.string().max(200),
    size: z.string().max(64),
    quality: z.string().max(64),
    count: z.int().min(1).max(16),
  }),
});

export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = {
  libraryFolder: null,
  watchLimitMinutes: 10,
  concurrentSubmissions: 4,
  theme: 'system',
  proxy: { mode: 'system' },
  compose: { model: '', size: '1024x1024', quality: 'low', count: 1 },
};
