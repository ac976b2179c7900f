import { z } from 'zod';
import { sheetCaptions, sheetKinds, sheetLimits, sheetOrientations, sheetPapers } from './contact-sheet-choices.ts';
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

/** The choices of a contact sheet, from the same places. */
export const sheetChoicesSchema = z.object({
  kind: z.enum(sheetKinds),
  columns: z.int().min(1).max(sheetLimits.columns),
  paper: z.enum(sheetPapers),
  orientation: z.enum(sheetOrientations),
  captions: z.array(z.enum(sheetCaptions)).max(sheetCaptions.length),
});
