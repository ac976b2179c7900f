import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { releaseSchema, versionSchema } from '../../../shared/updates/release.ts';
import type { UpdateFacts } from '../../core/updates/update-memory.ts';
import { openJsonStore, saveWhole, type OpenedStore, type Save } from './json-store.ts';

const faults = ['unreachable', 'unsigned', 'wrong-signature', 'unknown-format', 'older', 'cut', 'wrong-file', 'disk-full', 'folder-unwritable', 'not-installed', 'other-app', 'refused'] as const;

const schema = z.object({
  place: z.number().min(0).lt(100),
  askedAt: z.number().nullable(),
  checkedAt: z.number().nullable(),
  ready: versionSchema.nullable(),
  installing: z.object({ version: versionSchema, fault: z.enum(faults).nullable() }).nullable(),
  failed: z.object({ version: versionSchema, times: z.int().min(0) }).nullable(),
  release: releaseSchema.nullable(),
  isStarting: z.boolean(),
  ran: z.string().max(100).nullable(),
  news: z.object({ release: releaseSchema, isTold: z.boolean() }).nullable(),
});

/** `updates.json`: what is remembered about updates. Nothing of value: without it, the next check finds all again. */
export function openUpdatesStore(folder: string, save: Save = saveWhole): OpenedStore<UpdateFacts & Record<string, unknown>> {
  const usual = { place: randomInt(10_000) / 100, askedAt: null, checkedAt: null, ready: null, installing: null, failed: null, release: null, isStarting: false, ran: null, news: null };
  return openJsonStore(folder, 'updates', { schema, usual, save });
}
