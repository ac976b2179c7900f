import { z } from 'zod';
import { countLimits, longestPresetName } from '../input-limits.ts';
import { requestText } from '../request/request-schema.ts';
import { composeChoices, type ComposeChoices } from '../settings.ts';
import type { EpochMs } from '../task.ts';

/** All choices of the compose bar under a name: model, sizes, qualities, more fields and how many. */
export interface Preset {
  readonly id: number;
  /** Unique. */
  readonly name: string;
  readonly choices: PresetChoices;
  readonly savedAt: EpochMs;
}

export type PresetChoices = ComposeChoices & { readonly count: number };

/** The most presets. */
export const mostPresets = 500;

export const presetName = requestText.trim().min(1).max(longestPresetName);

export const presetChoices: z.ZodType<PresetChoices, z.input<typeof composeChoices> & { readonly count: number }> = composeChoices.extend({ count: z.int().min(countLimits.min).max(countLimits.max) });
