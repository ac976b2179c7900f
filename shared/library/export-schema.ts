import { z } from 'zod';
import { exportFormats, exportMetadata, sideLimits } from './export-choices.ts';
import { longestPattern } from './name-pattern.ts';

/** The choices of an export, as they come from the window and the settings. */
export const exportChoicesSchema = z.object({
  into: z.enum(['folder', 'zip']),
  names: z.string().min(1).max(longestPattern),
  format: z.enum(exportFormats),
  quality: z.int().min(1).max(100),
  longestSide: z.int().min(sideLimits.min).max(sideLimits.max).nullable(),
  metadata: z.enum(exportMetadata),
});
